import type { Coordinates } from '#core/contract/catalogue/coordinates.ts';
import { viewOf } from './map-view.ts';
import world from './world.svg';

export type Dot = {
  coordinates: Coordinates;
  /** The dot is a country's middle, because nobody has said where in it the place lies. */
  isCountry: boolean;
};

/**
 * The map is decorative: list the places beside it. It shows nothing where no place is known. A dot
 * is a place, a ring the middle of a country; both are as large on a phone as on a desk.
 */
export function LocalityMap({ dots }: { dots: readonly Dot[] }) {
  if (dots.length === 0) return null;
  const view = viewOf(dots.map(({ coordinates }) => coordinates));
  const hasCountry = dots.some(({ isCountry }) => isCountry);
  return (
    <figure>
      <svg
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        aria-hidden="true"
        className="block aspect-[2000/870] w-full border-y border-line text-quiet"
      >
        <use href={`${world}#land`} />
        {dots.map(({ isCountry }, index) => {
          const { x, y } = view.dots[index] ?? { x: 0, y: 0 };
          const point = {
            d: `M${x.toFixed(1)} ${y.toFixed(1)}h0`,
            vectorEffect: 'non-scaling-stroke',
            strokeLinecap: 'round',
          } as const;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no names, and never move
            <g key={index}>
              <path
                {...point}
                strokeWidth={isCountry ? 10 : 12}
                className={isCountry ? 'stroke-accent' : 'stroke-ground'}
              />
              <path
                {...point}
                strokeWidth={isCountry ? 6 : 9}
                className={isCountry ? 'stroke-ground' : 'stroke-accent'}
              />
            </g>
          );
        })}
      </svg>
      {hasCountry && (
        <figcaption className="mt-2 text-sm text-quiet">
          {dots.every(({ isCountry }) => isCountry)
            ? 'Shown at the center of the country.'
            : 'A ring marks the center of a country.'}
        </figcaption>
      )}
    </figure>
  );
}
