import { lazy } from 'react';
import { useIsAdmin, useMe } from '#core/web/admin/auth/auth-session.tsx';

/** Visitors download none of the owner's pages. */
const Beginning = lazy(async () => {
  const { Parts } = await import('#core/web/on-desk.tsx');
  return { default: () => <Parts at="emptyShop" /> };
});

/**
 * Shows the owner where to begin, and anyone while the password is the demo's, which works only on
 * the shop's own machine.
 */
export default function EmptyShop() {
  const isAdmin = useIsAdmin();
  const me = useMe();
  return isAdmin || me?.demoCredentials ? <Beginning /> : null;
}
