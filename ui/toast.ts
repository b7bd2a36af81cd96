/** One toast is visible at a time. Any module may call `toast`; the host renders it. */
import { makeStore } from '#ui/lib/store.ts';

export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
  /**
   * False where the page itself says it to screen readers: what is wrong with a field that gets the
   * focus.
   */
  isSaid?: boolean;
  /** In milliseconds; 5,000 by default. */
  duration?: number;
};

export type ShownToast = ToastMessage & { id: number };

let count = 0;

export const shownToast = makeStore<ShownToast | null>(null);

export function toast(message: ToastMessage): void {
  count += 1;
  shownToast.set({ ...message, id: count });
}

export function dismissToast(id: number): void {
  if (shownToast.get()?.id === id) shownToast.set(null);
}
