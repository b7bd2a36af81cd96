/** The one toast that is visible at a time. Any module may call `toast`; the host renders it. */
import { makeStore } from '#web/lib/store.ts';

export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** What can be done about it while the message is there. */
  action?: { label: string; onPress: () => void };
  /** False where the page itself says it to those who listen: what is wrong with a field that gets the focus. */
  isSaid?: boolean;
  /** In milliseconds; 5,000 by default. */
  duration?: number;
};

export type ShownToast = ToastMessage & { id: number };

let count = 0;

export const shownToast = makeStore<ShownToast | null>(null);

/** Shows a message, replacing the visible one. */
export function toast(message: ToastMessage): void {
  count += 1;
  shownToast.set({ ...message, id: count });
}

/** Dismisses a toast, unless another has replaced it. */
export function dismissToast(id: number): void {
  if (shownToast.get()?.id === id) shownToast.set(null);
}
