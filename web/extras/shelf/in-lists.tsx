import type { ListExtra, ListPlaces } from '#web/shop-extra.ts';

const CompareSizes = ({ specimen: { id, title, dimensions } }: ListPlaces['card']) =>
  dimensions && (
    <a href={`/shelf?pieces=${id}#add`} aria-label={`Compare sizes: ${title}`} className="card-quick">
      Compare sizes
    </a>
  );

export const shelf = { card: [{ order: 10, Part: CompareSizes }] } satisfies ListExtra;
