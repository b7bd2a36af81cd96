import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

export function SpecimenBeside({
  specimen,
  children,
}: {
  specimen: SpecimenDetail;
  children: ReactNode;
}) {
  return (
    <div className="page min-h-[60svh] py-10 md:py-14">
      <Link
        to="/specimen/$specimen"
        params={{ specimen: specimenParam(specimen) }}
        className="back-link"
      >
        <ArrowLeftIcon /> Back to the piece
      </Link>
      <div className="mt-4 grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:gap-x-24">
        <div className="max-md:grid max-md:grid-cols-[min(6rem,30%)_1fr] max-md:items-center max-md:gap-5">
          <div className="room overflow-hidden">
            <ResponsiveImage
              picture={posterOf(specimen.main)}
              eager
              sizes="(min-width: 768px) 36vw, 96px"
              className="aspect-square w-full object-cover"
            />
          </div>
          <div className="md:mt-4">
            <p className="font-serif text-2xl leading-tight wrap-anywhere">{specimen.title}</p>
            {specimen.origin !== '' && (
              <p className="mt-1 text-quiet wrap-anywhere">{specimen.origin}</p>
            )}
            <p className="figures mt-1">{priceOf(specimen)}</p>
          </div>
        </div>
        <div>{children}</div>
      </div>
    </div>
  );
}

/** Returns null where there is no price. */
function priceOf({ price, status }: SpecimenDetail): string | null {
  if (status === 'sold') return specimenStatusTable.sold.label;
  if (price === null) return null;
  const cents = parseAmount(price);
  return cents === null ? price : formatDollars(cents);
}
