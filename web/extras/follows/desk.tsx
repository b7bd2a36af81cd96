import type { DeskExtra } from '#web/desk-extra.ts';
import { FollowedLists } from './followed-lists.tsx';

export const follows = { collections: [{ order: 10, Part: FollowedLists }] } satisfies DeskExtra;
