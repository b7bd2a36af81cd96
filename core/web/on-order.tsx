import * as features from '#features/on-order.ts';
import { type At, drawParts } from './parts.tsx';
import type { OrderPlaces } from './shop-feature.ts';

export const OrderParts = <Place extends keyof OrderPlaces>(props: At<OrderPlaces, Place>) =>
  drawParts<OrderPlaces, Place>(features, props);
