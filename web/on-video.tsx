import { type At, drawParts } from './parts.tsx';
import type { VideoPlaces } from './shop-extra.ts';
import * as extras from './video-extras.ts';

/** What the extras bring into a specimen's video. */
export const VideoParts = <Place extends keyof VideoPlaces>(props: At<VideoPlaces, Place>) => drawParts<VideoPlaces, Place>(extras, props);
