import type { Medium, Picture } from '#contract/media/media.ts';
import type { Pin } from '#contract/media/pins.ts';

export const pinsOf = (medium: Medium): readonly Pin[] => (medium.kind === 'picture' ? (medium.pins ?? []) : []);

/** The number of the picture's first pin, as in the list of facts, which numbers those of all pictures. @param media all of the specimen's, in their order. */
export const firstPinNumber = (picture: Picture, media: readonly Medium[]): number =>
  media.slice(0, media.indexOf(picture)).flatMap(pinsOf).length + 1;
