import type { ReactNode } from 'react';
import * as list from '#features/desk.ts';
import type {
  DeskFeature,
  DeskProps,
  EditRow,
  NewPassword,
  Places,
  Waiting,
} from './desk-feature.ts';
import { type At, drawParts } from './parts.tsx';

/** A feature may have none of the places, and a room alone. */
const byName: Record<string, DeskFeature> = list;
const all = Object.values(byName);

/** In the order of their numbers. */
export const Parts = <Place extends keyof Places>(props: At<Places, Place>) =>
  drawParts<Places, Place>(byName, props);

export const entriesOnDesk = <Place extends 'screens' | 'today' | 'failedJobs' | 'rooms'>(
  place: Place,
): NonNullable<DeskFeature[Place]> => Object.assign({}, ...all.map((feature) => feature[place]));

/** null: Manage itself. */
export const insteadOfManage = (search: Record<string, unknown>): ReactNode =>
  all.map((feature) => feature.insteadOfManage?.(search)).find(Boolean) ?? null;

type ScreensOf<Feature> = Feature extends { screens: infer Screens } ? keyof Screens : never;
export type DrawnOnDesk = ScreensOf<(typeof list)[keyof typeof list]>;

/** Returns null unless the specimen is edited as one of a row. */
export function useEditRow(search: Record<string, unknown>, specimenId: number): EditRow | null {
  let found: EditRow | null = null;
  for (const feature of all) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes, so the hooks are always the same
    const row = feature.useEditRow?.(search, specimenId) ?? null;
    found ??= row;
  }
  return found;
}

/** Only what features count. */
export function useWaiting(): Waiting {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes, so the hooks are always the same
  const counters = all.flatMap((feature) => feature.useWaiting?.() ?? []);
  return (isCounted) => counters.reduce((sum, count) => sum + count(isCounted), 0);
}

export function useNewPassword(props: DeskProps): NewPassword[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes, so the hooks are always the same
  return all.flatMap((feature) => feature.useNewPassword?.(props) ?? []);
}

export const onDevice = all.flatMap(({ device }) => device ?? []);
