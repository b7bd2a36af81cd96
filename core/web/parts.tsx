import type { ComponentType } from 'react';

/** Numbers give the order, so the order of the list of features means nothing. */
export type Filled<Places> = {
  [Place in keyof Places]?: readonly { order: number; Part: ComponentType<Places[Place]> }[];
};
export type At<Places, Place extends keyof Places> = { at: Place } & Places[Place];

export function drawParts<Places, Place extends keyof Places>(
  features: Record<string, Filled<Places>>,
  { at, ...props }: At<Places, Place>,
) {
  const parts = Object.values(features).flatMap(
    (feature) => (feature[at] ?? []) as { order: number; Part: ComponentType<object> }[],
  );
  return parts
    .sort((a, b) => a.order - b.order)
    .map(({ order, Part }) => <Part key={order} {...props} />);
}
