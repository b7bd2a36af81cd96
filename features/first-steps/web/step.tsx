import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Settings } from '#core/contract/admin/settings.ts';
import {
  type FirstStepName,
  firstStepNames,
  openSteps,
  stepState,
} from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { firstStepsQuery, skipStep } from './first-steps-queries.ts';
import { stepParts } from './step-parts.tsx';
import { stepWords } from './step-words.ts';

type Props = { step: FirstStepName; shop: FirstSteps; settings: Settings };

export function Step({ step, shop, settings }: Props) {
  const { title, text } = stepWords[step];
  const Parts = stepParts[step];
  const index = firstStepNames.indexOf(step);
  const next = firstStepNames[index + 1] ?? 'overview';
  return (
    <>
      <h1 tabIndex={-1} className="mt-4 page-title look-large outline-none">
        {title}
      </h1>
      <p className="mt-3 max-w-2xl text-lg text-quiet">{text}</p>
      <Parts shop={shop} settings={settings} />
      <div className="mt-12 flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-6">
        <Link
          to="/manage"
          search={{ step: firstStepNames[index - 1] ?? 'overview' }}
          className={buttonClass('outline')}
        >
          Back
        </Link>
        <GoOn step={step} shop={shop} next={next} />
        {openSteps(shop).length > 0 && (
          <Link
            to="/manage"
            activeOptions={{ exact: true }}
            className="inline-flex min-h-11 items-center px-2 text-link sm:ml-auto"
          >
            Finish later
          </Link>
        )}
      </div>
    </>
  );
}

function GoOn({
  step,
  shop,
  next,
}: {
  step: FirstStepName;
  shop: FirstSteps;
  next: FirstStepName | 'overview';
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const skipping = useMutation({
    mutationFn: () => skipStep(step),
    onSuccess: (changed) => {
      queryClient.setQueryData(firstStepsQuery.queryKey, changed);
      void navigate({ to: '/manage', search: { step: next } });
    },
    onError: (error) => toastError(error, reasonOf(error)),
  });
  if (stepState(shop, step) !== 'open')
    return (
      <Link to="/manage" search={{ step: next }} className={buttonClass()}>
        {next === 'overview' ? 'Finish' : `Next: ${stepWords[next].title}`}
      </Link>
    );
  const pieces = step === 'pieces' && shop.onSale > 0;
  return (
    <Button
      look={pieces ? 'solid' : 'outline'}
      disabled={skipping.isPending}
      onClick={() => skipping.mutate()}
    >
      {pieces
        ? `Finish with ${shop.onSale === 1 ? 'one piece' : `${shop.onSale} pieces`}`
        : 'Skip this step'}
    </Button>
  );
}
