import { excerpt } from '#core/contract/catalogue/excerpt.ts';
import type { InCards, Specimen, SpecimenCard } from '#core/contract/catalogue/specimens.ts';
import type { Medium, Picture, Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';

/** Two lines of a card take fewer characters at its widest. */
const MAX_DESCRIPTION = 200;

export const inCards = <List extends { specimens: Specimen[] }>({
  specimens,
  ...list
}: List): InCards<List> => ({
  ...list,
  specimens: specimens.map(cardOf),
});

function cardOf({
  id,
  title,
  category,
  description,
  origin,
  dimensions,
  price,
  forSale,
  status,
  main,
}: Specimen): SpecimenCard {
  const shown = { id, title, category, origin, dimensions, price, forSale, status };
  return { ...shown, description: excerpt(description, MAX_DESCRIPTION), main: withoutPins(main) };
}

const withoutPins = (medium: Medium): Medium =>
  isVideo(medium) ? plainVideo(medium) : plainPicture(medium);

/** No card turns. */
const plainVideo = ({ turn, ...video }: Video): Video => ({
  ...video,
  poster: plainPicture(video.poster),
});

const plainPicture = ({ pins, ...picture }: Picture): Picture => picture;

/** A thumbnail shows neither placeholder nor words. */
export const thumbnailOf = (picture: Picture): Picture => ({
  ...plainPicture(picture),
  placeholder: '',
  alt: '',
});
