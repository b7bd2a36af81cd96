import type { ListFeature, ListPlaces } from '#core/web/shop-feature.ts';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { onceStored } from '#ui/lib/stored.ts';

const load = () => import('./hearts.ts');
onceStored('favourites', () => void load());

/**
 * Nothing is stored for this heart: `hearts.ts` does the rest, and is loaded where something is, or
 * by the first press. The server draws its shape alone, in a third of the bytes.
 */
const Heart = ({ specimen: { id, title } }: ListPlaces['card']) =>
  useHydrated() ? (
    <button
      type="button"
      data-heart={id}
      aria-pressed="false"
      aria-label={`Add to favorites: ${title}`}
      className="heart"
      onClick={({ currentTarget }) => void load().then(({ press }) => press(currentTarget))}
    />
  ) : (
    <i className="heart needs-script" />
  );

export const favourites = { card: [{ order: 30, Part: Heart }] } satisfies ListFeature;
