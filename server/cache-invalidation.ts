/** What of the shop's public side has changed, and what an answer is made of: both said in tags, so that one drops exactly the other. */

import type { Medium } from '#contract/media.ts';
import { VIDEO } from '#contract/media-kind.ts';
import type { SettingKey } from '#contract/settings.ts';

/** A change that visitors can see; plain data, so that other processes can be told. */
export type CacheInvalidation =
  | { kind: 'everything' }
  /** Added, edited, shown, hidden or deleted: they may have come into any list, or gone. */
  | { kind: 'specimens'; ids: number[] }
  /** Only quantity, hold or status: every list has the specimens it had, but one that asks for a status. */
  | { kind: 'stock'; ids: number[] }
  /** Other renditions of them exist than before. */
  | { kind: 'media'; ids: string[] }
  | { kind: 'settings'; keys: SettingKey[] };

/** Tags of an answer. */
export const cacheTag = {
  /** Which specimens a list has, in which order. */
  lists: 'lists',
  /** What depends on the stock of specimens that it may not even show: a list by status. */
  stock: 'stock',
  /** Every setting. */
  settings: 'settings',
  setting: (key: SettingKey) => `setting ${key}`,
  specimen: (id: number) => `specimen ${id}`,
  medium: (id: string) => `medium ${id}`,
};

/** The tags that a change drops; null: all there are. */
export function invalidatedTags(change: CacheInvalidation): string[] | null {
  switch (change.kind) {
    case 'everything':
      return null;
    case 'specimens':
      return [...change.ids.map(cacheTag.specimen), cacheTag.lists, cacheTag.stock];
    case 'stock':
      return [...change.ids.map(cacheTag.specimen), cacheTag.stock];
    case 'media':
      return change.ids.map(cacheTag.medium);
    case 'settings':
      return [...change.keys.map(cacheTag.setting), cacheTag.settings];
  }
}

/** Tags of all pictures and videos in an API's answer, wherever they are in it. */
export function mediaTags(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found;
  if (isMedium(value)) found.push(cacheTag.medium(value.id));
  for (const part of Object.values(value)) mediaTags(part, found);
  return found;
}

const isMedium = (value: object): value is Medium => 'kind' in value && (value.kind === 'picture' || value.kind === VIDEO) && 'id' in value;

/** A changed row as other processes are told of it: of table (`stock`: a specimen's stock alone) and key (`*`: very many), or null where anything may have changed. */
export function changeOfRow(row: { table: string; key: string } | null): CacheInvalidation {
  if (row === null || row.key === '*') return { kind: 'everything' };
  switch (row.table) {
    case 'specimens':
    case 'specimen_media':
      return { kind: 'specimens', ids: [Number(row.key)] };
    case 'stock':
      return { kind: 'stock', ids: [Number(row.key)] };
    case 'media':
      return { kind: 'media', ids: [row.key] };
    case 'site_settings':
      return { kind: 'settings', keys: [row.key as SettingKey] };
    default:
      return { kind: 'everything' };
  }
}
