import { lazy, Suspense, useSyncExternalStore } from 'react';
import { shownToast, subscribeToToasts } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Renders toasts; loads the code with the first one. */
export function ToastHost() {
  const message = useSyncExternalStore(subscribeToToasts, shownToast, () => null);
  return <Suspense>{message && <Toaster message={message} />}</Suspense>;
}
