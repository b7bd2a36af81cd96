import * as list from '#features/server.ts';
import type { ServerFeature } from './feature.ts';

type Filled<Place extends keyof ServerFeature> = NonNullable<ServerFeature[Place]>;
/** A place that takes a list gives its elements. */
type Pluggable<Place extends keyof ServerFeature> =
  Filled<Place> extends readonly (infer One)[] ? One : Filled<Place>;

export const pluggedInto = <Place extends keyof ServerFeature>(place: Place): Pluggable<Place>[] =>
  Object.values<ServerFeature>(list).flatMap(
    (feature) => (feature[place] ?? []) as Pluggable<Place>[],
  );

export const entriesAt = <
  Place extends
    | 'today'
    | 'figures'
    | 'conditions'
    | 'findings'
    | 'activities'
    | 'personalData'
    | 'sheets'
    | 'pages',
>(
  place: Place,
): Filled<Place> => Object.assign({}, ...pluggedInto(place));
