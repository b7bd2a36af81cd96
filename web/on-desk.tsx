/** What the extras bring in, place by place, as the owner's pages read it. */
import type { DeskExtra, EditRow, Places } from './desk-extra.ts';
import * as list from './desk-extras.ts';
import { type At, drawParts } from './parts.tsx';

/** One may have none of the places, and a room alone. */
const byName: Record<string, DeskExtra> = list;
const all = Object.values(byName);

/** What all extras have at a place, in the order of their numbers. */
export const Parts = <Place extends keyof Places>(props: At<Places, Place>) => drawParts<Places, Place>(byName, props);

/** The entries of all extras at a place where entries have names. */
export const entriesOnDesk = <Place extends 'screens' | 'today' | 'failedJobs' | 'rooms'>(place: Place): NonNullable<DeskExtra[Place]> =>
  Object.assign({}, ...all.map((extra) => extra[place]));

type ScreensOf<Extra> = Extra extends { screens: infer Screens } ? keyof Screens : never;
/** The names of the pages that extras draw. */
export type DrawnOnDesk = ScreensOf<(typeof list)[keyof typeof list]>;

/** Whether a specimen is edited as one of a row. */
export function useEditRow(search: Record<string, unknown>, specimenId: number): EditRow | null {
  let found: EditRow | null = null;
  for (const extra of all) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes, so the hooks are always the same
    const row = extra.useEditRow?.(search, specimenId) ?? null;
    found ??= row;
  }
  return found;
}

/** What extras have on the device. */
export const onDevice = all.flatMap(({ device }) => device ?? []);
