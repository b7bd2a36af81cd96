import type { SpecimenFeature, SpecimenPlaces } from '#core/web/shop-feature.ts';
import { onceStored } from '#ui/lib/stored.ts';

const load = () => import('./hearts.ts');
onceStored('favourites', () => void load());

/** As wide as the longer of its words, so a press moves nothing. */
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

export const favourites = { actions: [{ order: 10, Part: Heart }] } satisfies SpecimenFeature;
