/** From rows to what the API answers. */

import { categories } from '#contract/categories.ts';
import type { Medium } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import { largestJpeg, mediaUrl } from '#contract/media-urls.ts';
import type { Specimen } from '#contract/specimens.ts';
import { availableOf } from '../stock/stock.service.ts';
import type { MediumRow, SpecimenRow } from './specimens.queries.ts';

export function toSpecimen(row: SpecimenRow, main: Medium | undefined): Specimen {
  const category = categories[row.category_id - 1];
  if (!main || !category) throw new Error(`Specimen ${row.id} has no ${main ? 'category' : 'main picture'}`);
  const { id, title, description, origin, dimensions, weight, price, tags, visible, status, quantity } = row;
  return {
    id,
    title,
    description,
    category,
    origin,
    dimensions,
    weight,
    price,
    tags,
    visible,
    status,
    quantity,
    main,
    acquisitionDate: row.acquisition_date,
    imageUrl: isVideo(main) ? main.url : largestJpeg(main),
    mediaType: isVideo(main) ? 'video' : 'image',
    shippingPrice: row.shipping_price,
    forSale: row.for_sale,
    available: availableOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export function toMedium(row: MediumRow): Medium {
  const { id, kind, width, height, widths, placeholder, complete, alt, light, video_file, video_type } = row;
  if (kind === 'picture') return { kind, id, width, height, widths, placeholder, complete, alt, light };
  if (video_file === null || video_type === null) throw new Error(`Video ${id} has no file`);
  const { poster_id, poster_width, poster_height, poster_widths, poster_placeholder, poster_complete } = row;
  if (poster_id === null || !poster_width || !poster_height || !poster_widths) throw new Error(`Video ${id} has no poster`);
  const poster = {
    id: poster_id,
    width: poster_width,
    height: poster_height,
    widths: poster_widths,
    placeholder: poster_placeholder ?? '',
    complete: poster_complete ?? false,
  };
  return {
    kind,
    id,
    width,
    height,
    alt,
    url: mediaUrl(video_file),
    type: video_type,
    poster: { kind: 'picture', ...poster, alt, light: null },
  };
}
