import { useEffect, useState } from 'react';
import type { CartItem } from '#core/contract/selling/cart.ts';
import { changeCart } from './cart-store.ts';

const UNDO_MS = 10_000;

/** `undo` is there as long as it can be undone. */
export function useUndo(items: readonly CartItem[]) {
  const [cleared, setCleared] = useState<readonly CartItem[] | null>(null);

  useEffect(() => {
    if (!cleared) return;
    const timer = setTimeout(() => setCleared(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [cleared]);

  return {
    clear() {
      setCleared(items);
      changeCart(() => []);
    },
    undo:
      cleared &&
      (() => {
        // What has been added meanwhile stays.
        changeCart((now) => [
          ...cleared.filter(
            ({ specimenId }) => !now.some((line) => line.specimenId === specimenId),
          ),
          ...now,
        ]);
        setCleared(null);
      }),
  };
}
