/** Parts of pages that extras bring in, each at a place with a type. */
import type { ComponentType } from 'react';

/** What an extra has at some of the places. What has an order has it as a number, so that the list of extras may have any. */
export type Filled<Places> = { [Place in keyof Places]?: readonly { order: number; Part: ComponentType<Places[Place]> }[] };
/** A place, and what its parts are given. */
export type At<Places, Place extends keyof Places> = { at: Place } & Places[Place];

/** Draws what all of these extras have at a place, in the order of their numbers. */
export function drawParts<Places, Place extends keyof Places>(extras: Record<string, Filled<Places>>, { at, ...props }: At<Places, Place>) {
  const parts = Object.values(extras).flatMap((extra) => (extra[at] ?? []) as { order: number; Part: ComponentType<object> }[]);
  return parts.sort((a, b) => a.order - b.order).map(({ order, Part }) => <Part key={order} {...props} />);
}
