import { lazy, Suspense } from 'react';
import { shownToast } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Renders toasts; loads the code with the first one. */
export function ToastHost() {
  const message = shownToast.use();
  return <Suspense>{message && <Toaster message={message} />}</Suspense>;
}
