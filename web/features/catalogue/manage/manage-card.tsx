import { Link } from '@tanstack/react-router';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { sentenceCase, specimenStatusTable } from '#contract/catalogue/statuses.ts';
import { posterOf } from '#contract/media/media-urls.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { SELL_BY_HAND } from '#contract/selling/hand-made.ts';
import { formatNearDate } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ResponsiveImage } from '#web/ui/responsive-image.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Tick } from '#web/ui/tick.tsx';

const SIZES = '(width < 640px) 7rem, (width < 1024px) 46vw, 26rem';

type Props = {
  specimen: Specimen;
  timeZone: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean, options: { isRange: boolean }) => void;
  onVisible: (visible: boolean) => void;
  onSold: () => void;
  onDelete: () => void;
};

/** A specimen in Manage. On a phone the picture is small, beside the text. */
export function ManageCard({ specimen, timeZone, isSelected, onSelect, onVisible, onSold, onDelete }: Props) {
  const { id, title, category, visible, main, deleteAt } = specimen;
  const params = { id: String(id) };
  return (
    <article
      aria-labelledby={`specimen-${id}`}
      className="grid grid-cols-[min(7rem,30%)_1fr] gap-x-4 border-b border-line pb-5 sm:grid-cols-1 sm:grid-rows-[auto_1fr_auto]"
    >
      <div className="relative aspect-square overflow-hidden bg-[#0b0a0c] sm:aspect-4/3">
        <ResponsiveImage
          picture={posterOf(main)}
          sizes={SIZES}
          alt=""
          className={`size-full object-cover ${visible ? '' : 'opacity-35'}`}
        />
        {!visible && (
          <p className="absolute inset-0 grid items-end justify-items-center bg-black/45 p-2 text-center text-sm leading-tight font-medium text-white sm:items-center sm:text-base">
            {deleteAt ? `Will be deleted at ${formatNearDate(deleteAt, timeZone)}` : 'Hidden from Gallery'}
          </p>
        )}
        <div className="absolute top-0 left-0 rounded-br-[3px] bg-ground pl-3">
          <Tick label={`Select ${title}`} checked={isSelected} onChange={onSelect} />
        </div>
      </div>
      <div className="min-w-0 sm:pt-3">
        <h2 id={`specimen-${id}`} className="line-clamp-2 text-lg leading-snug wrap-anywhere">
          {title}
        </h2>
        <p className="mt-1 text-sm text-quiet">{category}</p>
        <p className="figures mt-1 text-sm text-quiet">
          <SaleSummary specimen={specimen} />
        </p>
        <p className="mt-2">
          <Badge tone={visible ? 'good' : 'quiet'}>{visible ? 'Visible' : 'Hidden'}</Badge>
        </p>
      </div>
      <div className="col-span-2 mt-2 sm:col-span-1">
        <Switch label={visible ? 'Visible in Gallery' : 'Hidden from Gallery'} of={title} checked={visible} onChange={onVisible} />
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Link
            to="/specimen/$specimen"
            params={{ specimen: params.id }}
            aria-label={`View Details: ${title}`}
            className={buttonClass('outline', 'px-3!')}
          >
            View Details
          </Link>
          <Link to="/edit/$id" params={params} aria-label={`Edit Specimen: ${title}`} className={buttonClass('outline', 'px-3!')}>
            Edit Specimen
          </Link>
          {specimen.status !== 'sold' && (
            <Button look="outline" aria-label={`${SELL_BY_HAND}: ${title}`} onClick={onSold} className="col-span-2">
              {SELL_BY_HAND}
            </Button>
          )}
          <Button look="plain" aria-label={`Delete Permanently: ${title}`} onClick={onDelete} className="col-span-2 text-bad!">
            Delete Permanently
          </Button>
        </div>
      </div>
    </article>
  );
}

function SaleSummary({ specimen: { price, forSale, status, quantity } }: { specimen: Specimen }) {
  const cents = parseAmount(price ?? '');
  const priceLabel = price === null || !forSale ? 'Not for sale' : cents === null ? price : formatDollars(cents);
  return [priceLabel, sentenceCase(specimenStatusTable[status].label), ...(quantity > 1 ? [`${quantity} pieces`] : [])].join(' · ');
}
