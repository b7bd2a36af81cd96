import { type RefObject, useEffect, useState } from 'react';
import type { Intake } from '#features/intake/contract/intakes.ts';
import { toastError } from '#ui/error-toast.ts';
import { type ReviewStep, useReviewing } from './intake-queries.ts';

/** `focus` is a selector: the former focus may be gone, or in another row. */
type After = { told: string; focus: string };

/**
 * Announces each step once.
 * @param place contains the rows.
 * @returns `told`: what the last step did; a count, since it may be said twice.
 */
export function useReview(intake: Intake, place: RefObject<HTMLElement | null>) {
  const reviewing = useReviewing(intake.id);
  const [done, setDone] = useState<After & { count: number }>({ told: '', focus: '', count: 0 });
  useEffect(() => {
    if (done.count > 0) place.current?.querySelector<HTMLElement>(done.focus)?.focus();
  }, [done, place]);

  const tell = (after: After) => setDone(({ count }) => ({ ...after, count: count + 1 }));
  const send = (step: ReviewStep, after: After) =>
    reviewing.mutate(step, {
      onSuccess: () => tell(after),
      onError: (problem) => toastError(problem),
    });
  return { send, tell, told: { text: done.told, count: done.count }, isBusy: reviewing.isPending };
}
