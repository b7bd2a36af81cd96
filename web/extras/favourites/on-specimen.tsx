import { onceStored } from '#web/lib/stored.ts';
import type { SpecimenExtra, SpecimenPlaces } from '#web/shop-extra.ts';

const load = () => import('./hearts.ts');
onceStored('favourites', () => void load());

/** A heart as on cards, with words: as wide as the longer of them, so that a press moves nothing. */
const Heart = ({ specimen: { id, title } }: SpecimenPlaces['actions']) => (
  <button
    type="button"
    data-heart={id}
    aria-pressed="false"
    aria-label={`Add to favorites: ${title}`}
    className="heart-words needs-script"
    onClick={({ currentTarget }) => void load().then(({ press }) => press(currentTarget))}
  >
    <span>Add to favorites</span>
    <span>Remove from favorites</span>
  </button>
);

export const favourites = { actions: [{ order: 10, Part: Heart }] } satisfies SpecimenExtra;
