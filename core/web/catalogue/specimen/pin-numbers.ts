import type { Medium, Picture } from '#core/contract/media/media.ts';
import type { Pin } from '#core/contract/media/pins.ts';

export const pinsOf = (medium: Medium): readonly Pin[] =>
  medium.kind === 'picture' ? (medium.pins ?? []) : [];

/** The facts number all pictures' pins. @param media all of the specimen's, in order. */
export const firstPinNumber = (picture: Picture, media: readonly Medium[]): number =>
  media.slice(0, media.indexOf(picture)).flatMap(pinsOf).length + 1;
