import { Link, useRouter } from '@tanstack/react-router';
import { type CSSProperties, memo } from 'react';
import { cardPrice } from '#core/contract/catalogue/card-price.ts';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpecimenCard as Card } from '#core/contract/catalogue/specimens.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { ListParts } from '#core/web/in-lists.tsx';
import { Badge } from '#ui/badge.tsx';
import { formatDimensions } from '#ui/lib/format.ts';
import { goBackOnce } from '#ui/lib/go-back-once.ts';
import { MediumView } from '#ui/medium-view.tsx';
import { afterPaint, followAfterPaint } from './after-paint.ts';

/**
 * On three device pixels a CSS pixel, renditions for some two look as sharp at half the bytes; and
 * no phone fetches the next wider one for a few pixels more than 640.
 */
const SIZES =
  '(min-width:768px) min(30vw,26rem),(min-width:640px) 46vw,(min-resolution:2.5dppx) 54vw,86vw';
/** No card is wider than some 470 CSS pixels in columns, and 600 without. */
const WIDEST = 960;

type Props = {
  specimen: Card;
  index: number;
  /** `drawn` by the server: never invisible; `loaded` later: fades in. */
  entry: 'drawn' | 'loaded';
  eager: boolean;
  /** Keep the function the same: a card is drawn again only where something changes. */
  quickView?: (id: number) => { search: Record<string, unknown> };
};

/** The label comes first for those who listen or tab. */
export const SpecimenCard = memo(function SpecimenCard({
  specimen,
  index,
  entry,
  eager,
  quickView,
}: Props) {
  const router = useRouter();
  const { id, title, description, origin, category, dimensions, main } = specimen;
  const status = specimenStatusTable[specimen.status];
  const style = {
    '--index': index,
    '--rows': Math.round((main.height / main.width) * 48),
    '--ratio': `${main.width}/${main.height}`,
  };
  const quick = quickView && ({ to: '/', ...quickView(id), resetScroll: false } as const);
  return (
    <article
      className={`specimen-card ${entry === 'drawn' ? 'enter-drawn' : 'enter-loaded'}`}
      style={style as CSSProperties}
    >
      <div className="card-label">
        <h3>
          <Link to="/specimen/$specimen" params={{ specimen: specimenParam(specimen) }}>
            {title}
          </Link>
        </h3>
        {origin !== '' && <p className="truncate">{origin}</p>}
        <p className="figures">
          <span className="truncate">{formatDimensions(dimensions)}</span>
          <span>{cardPrice(specimen)}</span>
        </p>
      </div>
      <div className="card-picture picture-box">
        <MediumView medium={main} sizes={SIZES} widest={WIDEST} eager={eager} />
        {status.notice !== null && <Badge tone={status.tone}>{status.shortLabel}</Badge>}
        <Badge>{category}</Badge>
        <ListParts at="card" specimen={specimen} />
      </div>
      <div className="card-more">
        <p aria-hidden="true">{title}</p>
        <p>{description}</p>
        <p aria-hidden="true">
          <Badge>{category}</Badge>
          {origin !== '' && <Badge>{origin}</Badge>}
        </p>
        <p aria-hidden="true">Click to view details</p>
      </div>
      {quick && (
        <Link
          {...quick}
          onClick={followAfterPaint(() => void router.navigate(quick))}
          // Until the view opens, the link has the focus and gets the Escape.
          onKeyDown={({ key }) =>
            key === 'Escape' &&
            afterPaint(() => 'specimen' in router.latestLocation.search && goBackOnce())
          }
          aria-label={`Quick view: ${title}`}
          activeProps={{}}
          className="card-quick needs-script"
        >
          Quick view
        </Link>
      )}
    </article>
  );
});
