import * as features from '#features/on-specimen.ts';
import { type At, drawParts } from './parts.tsx';
import type { SpecimenPlaces } from './shop-feature.ts';

export const SpecimenParts = <Place extends keyof SpecimenPlaces>(
  props: At<SpecimenPlaces, Place>,
) => drawParts<SpecimenPlaces, Place>(features, props);
