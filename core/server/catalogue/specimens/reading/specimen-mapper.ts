import { fieldNames, specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { largestJpeg, mediaUrl, videoName } from '#core/contract/media/media-urls.ts';
import { availableOf } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import { isConverted, toTurn } from '#core/server/media/files/media-files.service.ts';
import { valuesOf } from './specimen-columns.ts';
import type { MediumRow, SpecimenRow } from './specimens.queries.ts';

/** `hidden`: true for an admin, who sees hidden specimens and private fields too. */
export type Visibility = { hidden: boolean };

const privateFields = fieldNames.filter((name) => !specimenFields[name].isPublic);

/** No specimen is stored without its main picture. */
export const pictureless = (id: number) => new Error(`Specimen ${id} has no main picture`);

/** @param main without it no specimen is stored. */
export function toSpecimen(
  row: SpecimenRow,
  main: Medium | undefined,
  { hidden }: Visibility,
): Specimen {
  if (!main) throw pictureless(row.id);
  const specimen: Specimen = {
    id: row.id,
    ...valuesOf(row),
    main,
    imageUrl: isVideo(main) ? main.url : largestJpeg(main),
    mediaType: isVideo(main) ? 'video' : 'image',
    available: availableOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    ...(row.delete_at !== null && { deleteAt: row.delete_at }),
  };
  if (!hidden) for (const name of privateFields) delete specimen[name];
  return specimen;
}

export function toMedium(row: MediumRow): Medium {
  const {
    id,
    kind,
    width,
    height,
    widths,
    placeholder,
    complete,
    alt,
    light,
    pins,
    as_taken,
    video_file,
    video_type,
  } = row;
  if (kind === 'picture') {
    const rest = { ...(pins.length > 0 && { pins }), ...(as_taken && { asTaken: true as const }) };
    return { kind, id, width, height, widths, placeholder, complete, alt, light, ...rest };
  }
  if (video_file === null || video_type === null) throw new Error(`Video ${id} has no file`);
  const {
    poster_id,
    poster_width,
    poster_height,
    poster_widths,
    poster_placeholder,
    poster_complete,
  } = row;
  if (poster_id === null || !poster_width || !poster_height || !poster_widths)
    throw new Error(`Video ${id} has no poster`);
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
    url: mediaUrl(videoName(id, { isConverted: isConverted(row) })),
    type: video_type,
    poster: { kind: 'picture', ...poster, alt, light: null },
    ...(row.has_plain_poster && { hasPlainPoster: true }),
    ...(row.turn && { turn: toTurn(id, row.turn) }),
  };
}
