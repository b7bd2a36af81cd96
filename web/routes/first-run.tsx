import { Link } from '@tanstack/react-router';
import { useIsAdmin, useMe } from '#web/features/admin/auth/auth-session.tsx';
import { openLogin } from '#web/lib/login-dialog.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

/**
 * Where the owner of an empty shop begins. That is also whoever opens it while the password is the demo's, which works on the shop's own
 * machine alone. A file of its own, which no other shop downloads.
 */
export default function FirstRun() {
  const isAdmin = useIsAdmin();
  const me = useMe();
  if (!isAdmin && !me?.demoCredentials) return null;
  return (
    <section aria-labelledby="first-run" className="mt-14 max-w-2xl border-t border-line pt-10">
      <h3 id="first-run" className="text-3xl">
        Welcome to your shop
      </h3>
      <p className="mt-4 text-lg">
        Only you can see this{!isAdmin && ', on the computer the shop runs on'}. Five short steps lead from the shop’s name to the first ten
        pieces on sale. {!isAdmin && 'Log in to begin.'}
      </p>
      <p className="mt-6">
        {isAdmin ? (
          <Link to="/manage" search={{ step: 'overview' }} className={buttonClass()}>
            First steps
          </Link>
        ) : (
          <Button onClick={openLogin}>Log in</Button>
        )}
      </p>
    </section>
  );
}
