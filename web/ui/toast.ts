/** The one toast that may be seen at a time. Whoever has something to say calls `toast`; the host draws it. */
export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Milliseconds; 5,000 unless given. */
  duration?: number;
};

export type ShownToast = ToastMessage & { id: number };

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a message, in place of the one that may be there. */
export function toast(message: ToastMessage): void {
  count += 1;
  show({ ...message, id: count });
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(null);
}

function show(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const shownToast = () => shown;
