import type { stepState } from '#contract/admin/first-step-rules.ts';
import { CheckIcon } from '#web/ui/icons.tsx';

/** Behind a step's name: whether it is done or was skipped. */
export function StepMark({ state }: { state: ReturnType<typeof stepState> }) {
  if (state === 'open') return null;
  return (
    <>
      {state === 'done' ? <CheckIcon className="size-3.5 text-good" /> : <span aria-hidden="true">–</span>}
      <span className="sr-only">({state})</span>
    </>
  );
}
