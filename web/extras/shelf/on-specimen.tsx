import { Link } from '@tanstack/react-router';
import type { SpecimenExtra, SpecimenPlaces } from '#web/shop-extra.ts';

const CompareSizes = ({ specimen: { id }, name }: SpecimenPlaces['underFact']) =>
  name === 'Size class' && (
    <Link to={`/shelf?pieces=${id}#add` as string} className="inline-flex min-h-11 items-center text-link print:hidden">
      Compare sizes
    </Link>
  );

export const shelf = { underFact: [{ order: 10, Part: CompareSizes }] } satisfies SpecimenExtra;
