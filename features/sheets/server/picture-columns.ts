import { isLamp } from '#core/contract/media/lamp.ts';
import { type Light, lights, type Medium, pins as pinsSchema } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { type Pin, parsePin, writePin } from '#core/contract/media/pins.ts';
import { MAX_FRAMES, MIN_FRAMES } from '#core/contract/media/turns.ts';
import { type Cells, formatListCell } from '#platform/csv.ts';
import {
  CellFault,
  readBoolean,
  readChoice,
  readEntries,
  readText,
  UNREADABLE_CELL,
  yesNo,
} from './cells.ts';

const MAX_ALT = 500;

export const pictureColumns = (n: number) => ({
  file: `picture ${n}`,
  alt: `picture ${n} text`,
  light: `picture ${n} light`,
  poster: `picture ${n} still`,
  turn: `picture ${n} turn`,
  pins: `picture ${n} pins`,
  asTaken: `picture ${n} as taken`,
});

export const isPictureColumn = (name: string): boolean =>
  /^picture [1-9]\d{0,2}( text| light| still| turn| pins| as taken)?$/.test(name);

const turnFile = /-turn-(\d{1,3})\.[a-z]+$/i;

/** Ends with the number of frames. */
export const turnFileOf = (videoFile: string, frames: number): string =>
  `${videoFile.replace(/\.[^.]*$/, '')}-turn-${frames}.jpg`;

/** @param fileOf names the file of a medium or poster in the export; `position` counts from 1. */
export function pictureCells(
  medium: Medium,
  n: number,
  fileOf: (medium: Medium, position: number) => string,
): Cells {
  const columns = pictureColumns(n);
  const {
    light,
    pins = [],
    asTaken = false,
  } = medium.kind === 'picture' ? medium : { light: null };
  return {
    [columns.file]: fileOf(medium, n),
    [columns.alt]: medium.alt,
    [columns.light]: light ?? '',
    [columns.poster]: isVideo(medium) && !medium.hasPlainPoster ? fileOf(medium.poster, n) : '',
    [columns.turn]:
      isVideo(medium) && medium.turn ? turnFileOf(fileOf(medium, n), medium.turn.frames) : '',
    [columns.pins]: formatListCell(pins.map(writePin)),
    [columns.asTaken]: asTaken || (light && isLamp(light)) ? yesNo(asTaken) : '',
  };
}

/** `alt`, `light`, `pins` and `asTaken` are undefined where the sheet lacks the column. */
export type NamedPicture = {
  column: string;
  file: string;
  alt: string | undefined;
  light: Light | null | undefined;
  poster: {
    column: string;
    /** Empty where none is named. */
    file: string;
  };
  /** Null where none is named. */
  turn: { column: string; file: string; frames: number } | null;
  pins: Pin[] | undefined;
  asTaken: boolean | undefined;
};

/** @throws CellFault */
export function readPictures(cells: Cells): NamedPicture[] {
  const pictures: NamedPicture[] = [];
  for (let n = 1; pictureColumns(n).file in cells; n += 1) {
    const names = pictureColumns(n);
    const file = (cells[names.file] ?? '').trim();
    if (file === '') continue;
    const light =
      cells[names.light] === undefined
        ? undefined
        : (readChoice(cells, names.light, lights) ?? null);
    const alt = readText(cells, names.alt)?.trim();
    if (alt !== undefined && alt.length > MAX_ALT)
      throw new CellFault(names.alt, `At most ${MAX_ALT} characters`);
    const poster = { column: names.poster, file: (cells[names.poster] ?? '').trim() };
    pictures.push({
      column: names.file,
      file,
      alt,
      light,
      poster,
      turn: readTurn(cells, names.turn),
      pins: readPins(cells, names.pins),
      asTaken: readBoolean(cells, names.asTaken),
    });
  }
  return pictures;
}

function readPins(cells: Cells, column: string): Pin[] | undefined {
  const pins = readEntries(
    cells,
    column,
    parsePin,
    'Please enter a kind, its distance from the left and top, and a note: chip 0.42 0.8: 2 mm',
  );
  const checked = pinsSchema.optional().safeParse(pins);
  if (!checked.success)
    throw new CellFault(column, checked.error.issues[0]?.message ?? UNREADABLE_CELL);
  return checked.data;
}

function readTurn(cells: Cells, column: string): NamedPicture['turn'] {
  const file = (cells[column] ?? '').trim();
  if (file === '') return null;
  const frames = Number(turnFile.exec(file)?.[1] ?? 0);
  if (frames < MIN_FRAMES || frames > MAX_FRAMES) {
    throw new CellFault(
      column,
      `Please end the file’s name with its number of frames, ${MIN_FRAMES} to ${MAX_FRAMES}: ring-turn-48.jpg`,
    );
  }
  return { column, file, frames };
}
