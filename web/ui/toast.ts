/** The one toast that is visible at a time. Any module may call `toast`; the host renders it. */
export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** In milliseconds; 5,000 by default. */
  duration?: number;
};

export type ShownToast = ToastMessage & { id: number };

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a message, replacing the visible one. */
export function toast(message: ToastMessage): void {
  count += 1;
  show({ ...message, id: count });
}

/** Dismisses a toast, unless another has replaced it. */
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
