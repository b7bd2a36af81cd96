import { type RefObject, useEffect, useState } from 'react';
import type { Intake } from '#contract/extras/intake/intakes.ts';
import { toastError } from '#web/ui/error-toast.ts';
import { type ReviewStep, useReviewing } from './intake-queries.ts';

/** What a step did, and what gets the focus, as a selector: what had it may be gone, or in another row. */
type After = { told: string; focus: string };

/**
 * Sends the steps of looking through an intake, and says once what each did, for screen readers.
 * @param place where the rows are. @returns `told`: what the last step did; a count, since the same may be said twice.
 */
export function useReview(intake: Intake, place: RefObject<HTMLElement | null>) {
  const reviewing = useReviewing(intake.id);
  const [done, setDone] = useState<After & { count: number }>({ told: '', focus: '', count: 0 });
  useEffect(() => {
    if (done.count > 0) place.current?.querySelector<HTMLElement>(done.focus)?.focus();
  }, [done, place]);

  const tell = (after: After) => setDone(({ count }) => ({ ...after, count: count + 1 }));
  const send = (step: ReviewStep, after: After) =>
    reviewing.mutate(step, { onSuccess: () => tell(after), onError: (problem) => toastError(problem) });
  return { send, tell, told: { text: done.told, count: done.count }, isBusy: reviewing.isPending };
}
