import { Link } from '@tanstack/react-router';
import { useIsAdmin } from '#core/web/admin/auth/auth-session.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { openLogin } from '#ui/lib/login-dialog.ts';

export default function FirstRun() {
  const isAdmin = useIsAdmin();
  return (
    <section aria-labelledby="first-run" className="mt-14 max-w-2xl border-t border-line pt-10">
      <h3 id="first-run" className="text-3xl">
        Welcome to your shop
      </h3>
      <p className="mt-4 text-lg">
        Only you can see this{!isAdmin && ', on the computer the shop runs on'}. Five short steps
        lead from the shop’s name to the first ten pieces on sale. {!isAdmin && 'Log in to begin.'}
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
