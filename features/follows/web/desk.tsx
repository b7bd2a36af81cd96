import type { DeskFeature } from '#core/web/desk-feature.ts';
import { FollowedLists } from './followed-lists.tsx';

export const follows = { collections: [{ order: 10, Part: FollowedLists }] } satisfies DeskFeature;
