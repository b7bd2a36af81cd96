import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { FirstSteps as Steps } from '#contract/admin/first-steps.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';
import { ArrowDownIcon, CheckIcon } from '#web/ui/icons.tsx';
import { firstStepsQuery } from './first-steps-queries.ts';
import { RemoveDemo } from './remove-demo.tsx';

/** Remembers in this browser whether the list is folded, where that is not as it would be anyway. */
const FOLDED = 'firstStepsFolded';
/** As many that are done fold the list to a line. */
const FOLDING = 2;

type Props = {
  /** Whether buyers can pay by Venmo. */
  takesVenmo: boolean;
};

/** On Manage: the steps that make the shop the admin's own, until all are done, and a warning while buyers cannot pay by Venmo. */
export default function FirstSteps({ takesVenmo }: Props) {
  const { data: steps } = useQuery(firstStepsQuery);
  return steps && <Loaded steps={steps} takesVenmo={takesVenmo} />;
}

function Loaded({ steps, takesVenmo }: Props & { steps: Steps }) {
  const all = Object.values(steps).filter((step) => step !== null);
  const done = all.filter(Boolean).length;
  const isFoldedAnyway = done >= FOLDING || matchMedia('(width < 640px)').matches;
  const [choice, setChoice] = useState(() => readStored('localStorage', FOLDED));
  const isFolded = choice === null ? isFoldedAnyway : choice === 'yes';
  const fold = (next: boolean) => {
    const chosen = next === isFoldedAnyway ? null : next ? 'yes' : 'no';
    setChoice(chosen);
    writeStored('localStorage', FOLDED, chosen);
  };
  const isComplete = done === all.length;
  const isVenmoAStep = !isComplete && !isFolded && !steps.venmo;
  return (
    <>
      {!takesVenmo && !isVenmoAStep && (
        <p role="note" className="mt-6 callout">
          Venmo is off or has no username, so buyers can’t pay by Venmo. Orders still come in, and buyers are asked to email you.{' '}
          <Link to="/settings" hash="venmo" className="text-link">
            Venmo settings
          </Link>
        </p>
      )}
      {!isComplete && <StepList steps={steps} count={`${done} of ${all.length} done`} isFolded={isFolded} onFold={fold} />}
    </>
  );
}

type ListProps = { steps: Steps; count: string; isFolded: boolean; onFold: (isFolded: boolean) => void };

const StepList = ({ steps, count, isFolded, onFold }: ListProps) => (
  // Also opened by the browser, which looks for words in it.
  <details
    open={!isFolded}
    onToggle={({ currentTarget: { open } }) => open === isFolded && onFold(!open)}
    className="group mt-5 border-y border-line"
  >
    {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, which keys press too */}
    <summary
      onClick={(event) => {
        // At once: the element's own event comes later, and never where the page is left meanwhile.
        event.preventDefault();
        onFold(!isFolded);
      }}
      className="flex min-h-12 list-none items-center gap-x-4 [&::-webkit-details-marker]:hidden"
    >
      <h2 className="flex-1 text-xl">First steps</h2>
      <span className="figures text-fine text-quiet">{count}</span>
      <ArrowDownIcon className="size-4 text-quiet transition-transform group-open:rotate-180 motion-reduce:transition-none" />
    </summary>
    <ol className="grid gap-x-12 gap-y-4 pt-1 pb-5 md:grid-cols-2 xl:grid-cols-3">
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
      {steps.demo !== null && (
        <Step isDone={steps.demo} title="Remove the demo collection" action={<RemoveDemo />}>
          Its specimens aren’t yours to sell.
        </Step>
      )}
    </ol>
  </details>
);

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
    <li className="flex flex-wrap content-start items-start gap-x-3 gap-y-1">
      <span
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border ${isDone ? 'border-good text-good' : 'border-field'}`}
      >
        {isDone && <CheckIcon className="size-3" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className={isDone ? 'text-quiet' : 'font-medium'}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        {!isDone && (
          <p className="mt-0.5 text-sm text-quiet">
            {children}{' '}
            {to && (
              <Link to="/settings" hash={to} aria-label={`${title}, in the settings`} className="text-link">
                Settings
              </Link>
            )}
          </p>
        )}
        {!isDone && action && <div className="mt-2">{action}</div>}
      </div>
    </li>
  );
}
