/** What the extras bring in, place by place, as the core reads it. */
import type { ServerExtra } from './extra.ts';
import * as list from './extras.ts';

type Filled<Place extends keyof ServerExtra> = NonNullable<ServerExtra[Place]>;
/** A place that takes a list gives its elements. */
type Pluggable<Place extends keyof ServerExtra> = Filled<Place> extends readonly (infer One)[] ? One : Filled<Place>;

/** What all extras have at the place. */
export const pluggedInto = <Place extends keyof ServerExtra>(place: Place): Pluggable<Place>[] =>
  Object.values<ServerExtra>(list).flatMap((extra) => (extra[place] ?? []) as Pluggable<Place>[]);

/** The entries of all extras at a place where entries have names. */
export const entriesAt = <Place extends 'today' | 'figures' | 'conditions' | 'findings' | 'activities' | 'personalData' | 'pages'>(
  place: Place,
): Filled<Place> => Object.assign({}, ...pluggedInto(place));
