import * as features from '#features/on-video.ts';
import { type At, drawParts } from './parts.tsx';
import type { VideoPlaces } from './shop-feature.ts';

export const VideoParts = <Place extends keyof VideoPlaces>(props: At<VideoPlaces, Place>) =>
  drawParts<VideoPlaces, Place>(features, props);
