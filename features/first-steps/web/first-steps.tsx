import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  firstStepNames,
  isStillDemo,
  openSteps,
} from '#features/first-steps/contract/first-step-rules.ts';
import { buttonClass } from '#ui/button.tsx';
import { firstStepsQuery } from './first-steps-queries.ts';
import { MAKE_YOURS, stepWords } from './step-words.ts';

type Props = {
  takesVenmo: boolean;
};

/** Also warns while buyers cannot pay by Venmo. */
export default function FirstSteps({ takesVenmo }: Props) {
  const { data: shop, isPending } = useQuery(firstStepsQuery);
  if (!shop) return isPending && <i hidden data-late />;
  const open = openSteps(shop);
  const [next] = open;
  const isDemo = isStillDemo(shop);
  return (
    <>
      {!takesVenmo && !open.includes('payment') && (
        <p role="note" className="mt-6 callout">
          Venmo is off or has no username, so buyers can’t pay by Venmo. Orders still come in, and
          buyers are asked to email you.{' '}
          <Link to="/settings" hash="venmo" className="text-link">
            Venmo settings
          </Link>
        </p>
      )}
      {(isDemo || next) && (
        <section
          aria-labelledby="first-steps"
          className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-1 border-y border-line py-2"
        >
          <h2 id="first-steps" className="text-xl">
            First steps
          </h2>
          <p className="figures flex-1 text-fine text-quiet max-sm:order-1 max-sm:basis-full">
            {firstStepNames.length - open.length} of {firstStepNames.length} behind you.{' '}
            {shop.demo === false && 'The demo collection is still here. '}
            {!shop.password && 'The password is still the demo’s. '}
            {!isDemo && next && `Next: ${stepWords[next].title}.`}
          </p>
          <Link
            to="/manage"
            search={{ step: (isDemo ? undefined : next) ?? 'overview' }}
            className={buttonClass('outline', 'ml-auto')}
          >
            {isDemo ? MAKE_YOURS : 'Go on'}
          </Link>
        </section>
      )}
    </>
  );
}
