import * as features from '#features/in-lists.ts';
import { type At, drawParts } from './parts.tsx';
import type { ListPlaces } from './shop-feature.ts';

export const ListParts = <Place extends keyof ListPlaces>(props: At<ListPlaces, Place>) =>
  drawParts<ListPlaces, Place>(features, props);
