import * as extras from './list-extras.ts';
import { type At, drawParts } from './parts.tsx';
import type { ListPlaces } from './shop-extra.ts';

/** What the extras bring into pages with cards. */
export const ListParts = <Place extends keyof ListPlaces>(props: At<ListPlaces, Place>) => drawParts<ListPlaces, Place>(extras, props);
