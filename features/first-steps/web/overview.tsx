import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import { formatCount } from '#core/contract/counts.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { PasswordRoom } from '#core/web/routes/admin/password-room.tsx';
import {
  firstStepNames,
  isStillDemo,
  openSteps,
  stepState,
} from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';
import { buttonClass } from '#ui/button.tsx';
import { useFocusIfLost } from '#ui/use-focus-if-lost.ts';
import { RemoveDemo } from './remove-demo.tsx';
import { stepWords } from './step-words.ts';

type Props = { shop: FirstSteps; settings: Settings };

export function Overview({ shop, settings }: Props) {
  const open = openSteps(shop);
  const [next] = open;
  const isOpen = next === undefined && shop.onSale > 0;
  // The demo's part goes with the demo, and the password's with the password.
  const heading = useFocusIfLost<HTMLHeadingElement>(`${shop.demo} ${shop.password}`);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-8 page-title look-large outline-none">
        {isOpen ? 'Your shop is open' : 'First steps'}
      </h1>
      <p className="mt-4 max-w-2xl text-lg text-quiet">{standingOf(shop)}</p>
      <p className="mt-6 flex flex-wrap gap-4">
        {next ? (
          <Link to="/manage" search={{ step: next }} className={buttonClass()}>
            {open.length < firstStepNames.length ? `Go on: ${stepWords[next].title}` : 'Begin'}
          </Link>
        ) : (
          <Link to="/" className={buttonClass()}>
            See your shop
          </Link>
        )}
        <Link to="/manage" activeOptions={{ exact: true }} className={buttonClass('outline')}>
          {next ? 'Later' : 'Manage'}
        </Link>
      </p>
      <div className="mt-10 flex flex-wrap gap-x-16 gap-y-10">
        {isStillDemo(shop) && (
          <div className="flex-[1_1_22rem] space-y-10">
            {shop.demo === false && (
              <section aria-labelledby="demo">
                <h2 id="demo" className="text-2xl">
                  This is the demo
                </h2>
                <p className="mt-2 mb-5 max-w-prose text-quiet">
                  Its specimens aren’t yours to sell. Take them out before you begin: whatever
                  you’ve added or changed stays.
                </p>
                <RemoveDemo />
              </section>
            )}
            {!shop.password && <PasswordRoom timeZone={settings.general.timeZone} />}
          </div>
        )}
        <ol className="min-w-0 flex-[999_1_34rem] border-t border-line">
          {firstStepNames.map((step) => (
            <li key={step} className="border-b border-line">
              <Link
                to="/manage"
                search={{ step }}
                activeProps={{}}
                className="grid gap-x-8 gap-y-1 py-4 text-ink no-underline hover:text-accent sm:grid-cols-[1fr_auto]"
              >
                <span className="font-serif text-2xl">{stepWords[step].title}</span>
                <span className="text-fine text-quiet sm:self-end sm:text-right">
                  {stateWords[stepState(shop, step)]}
                </span>
                <span className="text-quiet sm:col-span-2">{stepWords[step].text}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
      <Suspense>
        <Parts at="beginning" />
      </Suspense>
    </>
  );
}

const stateWords = { open: '', done: 'Done', skipped: 'Skipped' };

function standingOf(shop: FirstSteps): string {
  const open = openSteps(shop);
  if (open.length === firstStepNames.length)
    return 'Five short steps, from the shop’s name to the first ten pieces on sale. Skip what you don’t know yet: you can come back any time.';
  if (open.length > 0)
    return 'What you’ve entered is saved. Go on where you stopped, on this device or any other.';
  const pieces =
    shop.onSale === 0
      ? 'Nothing is'
      : shop.onSale === 1
        ? 'One piece is'
        : `${formatCount(shop.onSale)} pieces are`;
  return `${pieces} on sale${shop.onSale === 0 ? ' yet' : ''}. Everything here can be changed, and what you skipped is still here.`;
}
