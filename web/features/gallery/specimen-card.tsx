import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { specimenParam } from '#contract/specimen-urls.ts';
import type { Specimen } from '#contract/specimens.ts';
import { specimenStatusTable } from '#contract/statuses.ts';
import { formatDimensions } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { MediumView } from '#web/ui/medium-view.tsx';

/** On screens of three device pixels a CSS pixel, renditions for two look as sharp and have half the bytes. */
const SIZES =
  '(width < 640px) and (resolution >= 2.5dppx) calc(67vw - 1.7rem), (width < 640px) calc(100vw - 2.5rem), (width < 768px) 46vw, min(30vw, 26rem)';

type Props = {
  specimen: Specimen;
  /** Index within the page it was loaded with; sets the delay of its entry. */
  index: number;
  /** `drawn` by the server: never invisible; `loaded` later: fades in. */
  entry: 'drawn' | 'loaded';
  eager: boolean;
  /** Without it the card has no "Quick view". */
  quickView?: (id: number) => { search: Record<string, unknown> };
};

/** A picture with a museum label beneath it; the label comes first for those who listen or tab. The whole card leads to the specimen's page; "Quick view" opens it over the list. */
export function SpecimenCard({ specimen, index, entry, eager, quickView }: Props) {
  const { main } = specimen;
  const status = specimenStatusTable[specimen.status];
  const ratio = main.height / main.width;
  const style = { '--index': index, '--rows': Math.round(ratio * 48) } as CSSProperties;
  return (
    <article className={`specimen-card group relative flex flex-col ${entry === 'drawn' ? 'enter-drawn' : 'enter-loaded'}`} style={style}>
      <div className="pt-3">
        <h3 className="line-clamp-2 text-lg leading-snug">
          <Link
            to="/specimen/$specimen"
            params={{ specimen: specimenParam(specimen) }}
            className="text-ink no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {specimen.title}
          </Link>
        </h3>
        {specimen.origin !== '' && <p className="truncate text-sm text-quiet">{specimen.origin}</p>}
        <p className="figures flex justify-between gap-4 text-sm text-quiet">
          <span className="truncate">{formatDimensions(specimen.dimensions)}</span>
          <span className="whitespace-nowrap text-ink">{priceWords(specimen)}</span>
        </p>
        <p className="mt-1 line-clamp-2 text-sm text-quiet mouse:hidden">{specimen.description}</p>
      </div>
      <div className="relative order-first overflow-hidden bg-raised" style={{ aspectRatio: `${main.width} / ${main.height}` }}>
        <MediumView
          medium={main}
          sizes={SIZES}
          eager={eager}
          className="size-full object-cover transition-transform duration-700 ease-out group-focus-within:scale-[1.025] mouse:group-hover:scale-[1.025] motion-reduce:transition-none"
        />
        <div className="absolute top-3 left-3 z-1 flex gap-2">
          {status.notice !== null && <Badge tone={status.tone}>{status.shortLabel}</Badge>}
        </div>
        <div className="absolute top-3 right-3 z-1">
          <Badge>{specimen.category}</Badge>
        </div>
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 flex flex-col justify-end gap-2 bg-black/72 p-5 pb-18 opacity-0 transition-opacity duration-300 group-focus-within:opacity-100 mouse:group-hover:opacity-100 touch:hidden"
        >
          <p className="font-serif text-xl leading-tight">{specimen.title}</p>
          <p className="line-clamp-2 text-sm text-ink/85">{specimen.description}</p>
          <p className="flex flex-wrap gap-2">
            <Badge>{specimen.category}</Badge>
            {specimen.origin !== '' && <Badge>{specimen.origin}</Badge>}
          </p>
          <p className="text-sm text-accent">Click to view details</p>
        </div>
        {quickView && (
          <Link
            to="/"
            {...quickView(specimen.id)}
            resetScroll={false}
            aria-label={`Quick view: ${specimen.title}`}
            activeProps={{}}
            className="needs-script absolute right-3 bottom-3 z-10 border border-white/40 bg-[#0b0a0c]/75 px-3 py-2 text-sm text-[#f3efe8] no-underline transition-opacity hover:border-accent hover:text-accent focus-visible:opacity-100 group-focus-within:opacity-100 mouse:opacity-0 mouse:group-hover:opacity-100"
          >
            Quick view
          </Link>
        )}
      </div>
    </article>
  );
}

/** What the label shows in place of a price. */
function priceWords({ price, forSale, status }: Specimen): string {
  if (status === 'sold') return specimenStatusTable.sold.label;
  if (price === null || !forSale) return 'Not for sale';
  const cents = parseAmount(price);
  return cents === null ? price : formatDollars(cents);
}
