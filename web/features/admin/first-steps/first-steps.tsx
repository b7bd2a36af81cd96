import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { FirstSteps as Steps } from '#contract/admin/first-steps.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ArrowDownIcon, CheckIcon } from '#web/ui/icons.tsx';
import { firstStepsQuery } from './first-steps-queries.ts';
import { RemoveDemo } from './remove-demo.tsx';

/** Remembers in this browser that the list is folded. */
const FOLDED = 'firstStepsFolded';

type Props = {
  /** Whether buyers can pay by Venmo. */
  takesVenmo: boolean;
};

/** On Manage: the steps that make the shop the admin's own, until all are done, and a warning while buyers cannot pay by Venmo. */
export default function FirstSteps({ takesVenmo }: Props) {
  const { data: steps } = useQuery(firstStepsQuery);
  return (
    <>
      {!takesVenmo && (
        <p role="note" className="mt-8 callout">
          Venmo is off or has no username, so buyers can’t pay by Venmo. Orders still come in, and buyers are asked to email you.{' '}
          <Link to="/settings" hash="venmo" className="text-link">
            Venmo settings
          </Link>
        </p>
      )}
      {steps && Object.values(steps).includes(false) && <StepList steps={steps} />}
    </>
  );
}

function StepList({ steps }: { steps: Steps }) {
  const all = Object.values(steps);
  const [isFolded, setFolded] = useState(() => readStored('localStorage', FOLDED) !== null);
  return (
    // Also opened by the browser, which looks for words in it.
    <details
      open={!isFolded}
      onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}
      className="group mt-8 border-t border-line pt-4"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, which keys press too */}
      <summary
        onClick={(event) => {
          // At once: the element's own event comes later, and never where the page is left meanwhile.
          event.preventDefault();
          setFolded(!isFolded);
          writeStored('localStorage', FOLDED, isFolded ? null : 'yes');
        }}
        className="flex min-h-11 list-none items-baseline gap-x-4 [&::-webkit-details-marker]:hidden"
      >
        <h2 className="flex-1 text-2xl">First steps</h2>
        <span className="text-quiet">
          {all.filter(Boolean).length} of {all.length} done
        </span>
        <ArrowDownIcon className="size-4 self-center text-quiet transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <ol className="mt-3 divide-y divide-line">
        <Step isDone={steps.password} title="Choose your own password" to="password">
          The demo password is public, so the shop opens only on this computer.
        </Step>
        <Step isDone={steps.venmo} title="Enter your Venmo username" to="venmo">
          That’s where buyers pay. Until then they’re told not to pay, or to email you. If you don’t take Venmo, turn it off.
        </Step>
        <Step isDone={steps.contactEmail} title="Enter your contact email" to="general">
          Buyers see it, and their replies come here.
        </Step>
        <Step isDone={steps.policies} title="Write your shipping and returns texts" to="footer">
          Buyers look for both before they order. Each gets a page, linked from the footer and checkout.
        </Step>
        <Step isDone={steps.mail} title="Connect a mail server" to="email">
          Gmail, iCloud, Fastmail or any other. Until then, no emails are sent. Each one is in its order, ready to send by hand.
        </Step>
        <Step isDone={steps.demo} title="Remove the demo collection" action={<RemoveDemo />}>
          Its specimens aren’t yours to sell.
        </Step>
      </ol>
    </details>
  );
}

type StepProps = {
  isDone: boolean;
  title: string;
  /** The hash of the settings page where it is done. */
  to?: string;
  action?: ReactNode;
  children: ReactNode;
};

function Step({ isDone, title, to, action, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span
        className={`grid size-7 shrink-0 place-items-center self-start rounded-full border ${isDone ? 'border-good text-good' : 'border-field'}`}
      >
        {isDone && <CheckIcon className="size-4" />}
      </span>
      <div className="min-w-[min(12rem,100%)] flex-1">
        <p className={isDone ? 'text-quiet' : 'font-medium'}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        {!isDone && <p className="mt-1 text-sm text-quiet">{children}</p>}
      </div>
      {!isDone && to && (
        <Link to="/settings" hash={to} aria-label={`${title}, in the settings`} className={buttonClass('outline')}>
          Settings
        </Link>
      )}
      {!isDone && action}
    </li>
  );
}
