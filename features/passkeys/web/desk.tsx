import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { lazyPart } from '#core/web/lazy-part.tsx';
import { useRemainingPasskeys } from './remaining-passkeys.tsx';

export const passkeys = {
  rooms: {
    Passkeys: {
      group: 'Account',
      order: 20,
      Room: lazy(() =>
        import('./passkeys-panel.tsx').then((file) => ({ default: file.PasskeysPanel })),
      ),
    },
  },
  useNewPassword: useRemainingPasskeys,
  underConfirmation: [{ order: 10, Part: lazyPart(() => import('./confirm-with-passkey.tsx')) }],
  afterNewPassword: [
    {
      order: 10,
      Part: () => ', and check only the passkeys that are yours. The others are removed',
    },
  ],
} satisfies DeskFeature;
