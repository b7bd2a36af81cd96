let isLeaving = false;

const arrived = () => {
  isLeaving = false;
};

/** Goes back one step. Calls before that is done are ignored: a second Escape would leave the page behind the dialog, too. */
export function goBackOnce(): void {
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('popstate', arrived, { once: true });
  history.back();
}
