import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  firstStepNames,
  isStillDemo,
  openSteps,
} from '#features/first-steps/contract/first-step-rules.ts';
import { buttonClass } from '#ui/button.tsx';
import { ArrowDownIcon } from '#ui/icons.tsx';
import { firstStepsQuery } from './first-steps-queries.ts';
import { MAKE_YOURS, stepWords } from './step-words.ts';

/** Warns while buyers cannot pay by Venmo, which a step may say already. */
export function VenmoNote({ takesVenmo }: { takesVenmo: boolean }) {
  const { data: shop, isPending } = useQuery(firstStepsQuery);
  if (takesVenmo) return null;
  if (!shop) return isPending && <i hidden data-late />;
  if (openSteps(shop).includes('payment')) return null;
  return (
    <p role="note" className="mt-6 callout">
      Venmo is off or has no username, so buyers can’t pay by Venmo. Orders still come in, and
      buyers are asked to email you.{' '}
      <Link to="/settings" hash="venmo" className="text-link">
        Venmo settings
      </Link>
    </p>
  );
}

/** Null once nothing of them is left to do, or while that is unknown. */
export function useFirstSteps() {
  const { data: shop } = useQuery(firstStepsQuery);
  return shop && (isStillDemo(shop) || openSteps(shop).length > 0) ? shop : null;
}

/** A button beside the headline, and what it unfolds beneath. */
export default function FirstSteps() {
  const shop = useFirstSteps();
  const [isUnfolded, setUnfolded] = useState(false);
  if (!shop) return null;
  const open = openSteps(shop);
  const [next] = open;
  const isDemo = isStillDemo(shop);
  return (
    <section aria-labelledby="first-steps" className="contents">
      <h2 id="first-steps" className="font-sans text-fine max-sm:order-1">
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="flex min-h-11 items-center gap-1.5 text-quiet hover:text-accent"
        >
          First steps
          <ArrowDownIcon
            className={`size-4 transition-transform motion-reduce:transition-none ${isUnfolded ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div
        className={`order-2 my-2 basis-full flex-wrap items-center gap-x-6 gap-y-2 border-y border-line py-2 ${isUnfolded ? 'flex' : 'hidden'}`}
      >
        <p className="figures flex-1 basis-64 text-fine text-quiet">
          {firstStepNames.length - open.length} of {firstStepNames.length} behind you.{' '}
          {shop.demo === false && 'The demo collection is still here. '}
          {!shop.password && 'The password is still the demo’s. '}
          {!isDemo && next && `Next: ${stepWords[next].title}.`}
        </p>
        <Link
          to="/manage"
          search={{ step: (isDemo ? undefined : next) ?? 'overview' }}
          className={buttonClass('outline')}
        >
          {isDemo ? MAKE_YOURS : 'Go on'}
        </Link>
      </div>
    </section>
  );
}
