import type { stepState } from '#features/first-steps/contract/first-step-rules.ts';
import { CheckIcon } from '#ui/icons.tsx';

export function StepMark({ state }: { state: ReturnType<typeof stepState> }) {
  if (state === 'open') return null;
  return (
    <>
      {state === 'done' ? (
        <CheckIcon className="size-3.5 text-good" />
      ) : (
        <span aria-hidden="true">–</span>
      )}
      <span className="sr-only">({state})</span>
    </>
  );
}
