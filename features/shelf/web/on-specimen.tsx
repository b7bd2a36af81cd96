import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { posterOf } from '#core/contract/media/media-urls.ts';
import type { SpecimenFeature, SpecimenPlaces } from '#core/web/shop-feature.ts';

const TrueSize = lazy(() => import('./true-size.tsx'));

type Props = SpecimenPlaces['underFact'];

const Sizes = ({ specimen, name }: Props) =>
  name === 'Dimensions' && specimen.isMeasured && <Measured specimen={specimen} />;

function Measured({ specimen: { id, title, dimensions, main } }: Pick<Props, 'specimen'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="-mb-2.5 flex flex-wrap gap-x-5">
      <button
        type="button"
        className="needs-script min-h-11 text-link hover:no-underline"
        onClick={() => setOpen(true)}
      >
        Actual size
      </button>
      <Link
        to={`/shelf?pieces=${id}#add` as string}
        className="inline-flex min-h-11 items-center text-link print:hidden"
      >
        Compare sizes
      </Link>
      {isOpen && (
        <Suspense>
          <TrueSize
            title={title}
            typed={dimensions}
            picture={posterOf(main)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  );
}

export const shelf = { underFact: [{ order: 10, Part: Sizes }] } satisfies SpecimenFeature;
