import { bad, good, type Look, warning } from '#core/server/findings.ts';
import { selectPlaces, selectPlan } from './copies.queries.ts';
import { copyConditions } from './copy-conditions.ts';
import { isCopyOld, isCopyUnproved } from './copy-state.service.ts';

const WAY_OUT = 'See Settings, under Copies.';

export const lookAtCopies: Look = async (patient) => {
  const plan = await selectPlan(patient.db);
  const places = await selectPlaces(patient.db);
  if (!plan?.began_at)
    return warning(
      plan?.off_since ? 'Nightly copies are off.' : 'No nightly copies are made.',
      WAY_OUT,
    );
  const failed = places.filter(({ trouble }) => trouble !== null).length;
  if (failed > 0)
    return bad(`The last copy failed in ${failed} of ${places.length} places.`, WAY_OUT);
  if (await isCopyOld(patient)) return bad(`${copyConditions.copyOld.sentence}.`, WAY_OUT);
  if (await isCopyUnproved(patient))
    return bad(`${copyConditions.copyUnproved.sentence}.`, WAY_OUT);
  const copied = places.flatMap(({ copied_at }) => copied_at ?? []).toSorted()[0];
  const proved = places.flatMap(({ proved_at }) => proved_at ?? []).toSorted()[0];
  if (copied === undefined)
    return warning(
      'The first copy isn’t made yet.',
      'It is made tonight. Settings, under Copies, can make it now.',
    );
  return good(`Every place has a copy, the oldest of ${copied}, proved ${proved ?? 'not yet'}.`);
};
