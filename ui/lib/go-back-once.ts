let isLeaving = false;

const arrived = () => {
  isLeaving = false;
};

/**
 * Ignores calls before the step is done: a second Escape would leave the page behind the dialog,
 * too.
 */
export function goBackOnce(): void {
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('popstate', arrived, { once: true });
  history.back();
}
