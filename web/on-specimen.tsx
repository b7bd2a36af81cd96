import { type At, drawParts } from './parts.tsx';
import type { SpecimenPlaces } from './shop-extra.ts';
import * as extras from './specimen-extras.ts';

/** What the extras bring into a specimen's page. */
export const SpecimenParts = <Place extends keyof SpecimenPlaces>(props: At<SpecimenPlaces, Place>) =>
  drawParts<SpecimenPlaces, Place>(extras, props);
