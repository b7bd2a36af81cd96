import * as features from '#features/on-login.ts';
import { type At, drawParts } from './parts.tsx';
import type { LoginPlaces } from './shop-feature.ts';

/** What the features bring into the login dialog. */
export const LoginParts = <Place extends keyof LoginPlaces>(props: At<LoginPlaces, Place>) =>
  drawParts<LoginPlaces, Place>(features, props);
