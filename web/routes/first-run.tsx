import { Link } from '@tanstack/react-router';
import { useIsAdmin, useMe } from '#web/features/admin/auth/auth-session.tsx';
import { openLogin } from '#web/lib/login-dialog.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

const steps = [
  {
    title: 'Add your first piece',
    text: 'A photo, a title and a category are enough. Everything else can wait.',
    link: { to: '/upload', children: 'Add New Specimen' },
  },
  {
    title: 'Make the shop yours',
    text: 'Your own password, your Venmo username, your email: Manage lists what’s left to do.',
    link: { to: '/manage', children: 'Manage' },
  },
  {
    title: 'Choose a front page',
    text: 'A wide photo and your own words at the top are what visitors see first.',
    link: { to: '/settings', hash: 'hero', children: 'Settings' },
  },
] as const;

/**
 * What to do first in an empty shop, for its owner. That is also whoever opens it while the password is the demo's, which works on the shop's own
 * machine alone. A file of its own, which no other shop downloads.
 */
export default function FirstRun() {
  const isAdmin = useIsAdmin();
  const me = useMe();
  if (!isAdmin && !me?.demoCredentials) return null;
  return (
    <section aria-labelledby="first-run" className="mt-14">
      <h3 id="first-run" className="text-3xl">
        Welcome to your shop
      </h3>
      {!isAdmin && (
        <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 text-lg">
          Only you can see this, on the computer the shop runs on. Log in to begin.
          <Button onClick={openLogin}>Log in</Button>
        </p>
      )}
      <ol className="mt-8 grid gap-x-12 border-t border-line md:grid-cols-3">
        {steps.map(({ title, text, link }) => (
          <li key={title} className="flex flex-col items-start gap-3 border-b border-line py-7 md:border-b-0">
            <h4 className="font-serif text-2xl">{title}</h4>
            <p className="text-quiet">{text}</p>
            {isAdmin && <Link {...link} className={buttonClass('outline', 'mt-auto')} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
