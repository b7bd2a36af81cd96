import { lazy, Suspense, useDeferredValue } from 'react';
import { shownToast } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/**
 * Renders toasts once what a press itself changed has been painted; loads the code with the first
 * one.
 */
export function ToastHost() {
  const message = useDeferredValue(shownToast.use());
  return <Suspense>{message && <Toaster message={message} />}</Suspense>;
}
