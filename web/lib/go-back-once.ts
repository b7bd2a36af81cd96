let isLeaving = false;

const arrived = () => {
  isLeaving = false;
};

/** Goes back one step, however often it is asked until that is done: a second Escape would leave what lies behind, too. */
export function goBackOnce(): void {
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('popstate', arrived, { once: true });
  history.back();
}
