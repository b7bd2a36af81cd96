import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { sentenceCase, specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { Badge } from '#ui/badge.tsx';
import { formatDeadline } from '#ui/lib/format.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Switch } from '#ui/switch.tsx';
import { Tick } from '#ui/tick.tsx';

const SIZES = '(width < 1280px) 7rem, 10rem';

type Props = {
  specimen: Specimen;
  timeZone: string;
  /** null while none is selected. */
  isSelected: boolean | null;
  onSelect: (isSelected: boolean, options: { isRange: boolean }) => void;
  onVisible: (visible: boolean) => void;
  actionsOf: (link: string) => ReactNode;
  onDelete: () => void;
};

const action =
  'inline-flex min-h-11 items-center text-left text-sm text-ink underline decoration-line underline-offset-4 hover:text-accent xl:min-h-8';

export function ManageCard({
  specimen,
  timeZone,
  isSelected,
  onSelect,
  onVisible,
  actionsOf,
  onDelete,
}: Props) {
  const { id, title, category, visible, main, deleteAt } = specimen;
  const params = { id: String(id) };
  return (
    <article
      aria-labelledby={`specimen-${id}`}
      className="grid grid-cols-[min(6rem,30%)_minmax(0,1fr)] content-start gap-x-4 border-t border-line pt-4 pb-3 md:grid-cols-[7rem_minmax(0,1fr)] xl:grid-cols-[10rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:gap-x-5"
    >
      <div className="relative aspect-square self-start overflow-hidden bg-[#0b0a0c] xl:row-span-2">
        {/* As "View Details" does: a photo is what one presses first. */}
        <Link
          to="/specimen/$specimen"
          params={{ specimen: params.id }}
          aria-hidden="true"
          tabIndex={-1}
        >
          <ResponsiveImage
            picture={posterOf(main)}
            sizes={SIZES}
            alt=""
            className={`size-full object-cover ${visible ? '' : 'opacity-35'}`}
          />
        </Link>
        {!visible && (
          <p className="pointer-events-none absolute inset-0 grid items-end justify-items-center bg-black/45 p-2 text-center text-sm leading-tight font-medium text-white xl:items-center">
            {deleteAt
              ? `Will be deleted at ${formatDeadline(deleteAt, timeZone)}`
              : 'Hidden from Gallery'}
          </p>
        )}
        {isSelected !== null && (
          <div className="absolute top-0 left-0 rounded-br-[3px] bg-ground/85 pl-3">
            <Tick label={`Select ${title}`} checked={isSelected} onChange={onSelect} />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <h2 id={`specimen-${id}`} className="line-clamp-2 text-lg leading-snug wrap-anywhere">
          {title}
        </h2>
        <p className="figures mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
          <Badge tone={visible ? 'good' : 'quiet'}>{visible ? 'Visible' : 'Hidden'}</Badge>
          <span>
            {category} · <SaleSummary specimen={specimen} />
          </span>
        </p>
      </div>
      <div className="mt-1 max-xl:col-span-2">
        <Switch
          label={visible ? 'Visible in Gallery' : 'Hidden from Gallery'}
          of={title}
          checked={visible}
          onChange={onVisible}
        />
        <div className="flex flex-wrap gap-x-5">
          <Link
            to="/specimen/$specimen"
            params={{ specimen: params.id }}
            aria-label={`View Details: ${title}`}
            className={action}
          >
            View Details
          </Link>
          <Link
            to="/edit/$id"
            params={params}
            aria-label={`Edit Specimen: ${title}`}
            className={action}
          >
            Edit Specimen
          </Link>
          {actionsOf(action)}
          <button
            type="button"
            aria-label={`Delete Permanently: ${title}`}
            onClick={onDelete}
            className={`${action} text-bad!`}
          >
            Delete Permanently
          </button>
        </div>
      </div>
    </article>
  );
}

function SaleSummary({ specimen: { price, forSale, status, quantity } }: { specimen: Specimen }) {
  const cents = parseAmount(price ?? '');
  const priceLabel =
    price === null || !forSale ? 'Not for sale' : cents === null ? price : formatDollars(cents);
  return [
    priceLabel,
    sentenceCase(specimenStatusTable[status].label),
    ...(quantity > 1 ? [`${quantity} pieces`] : []),
  ].join(' · ');
}
