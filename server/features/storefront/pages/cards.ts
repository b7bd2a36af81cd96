/** What a page carries of the specimens in its lists: what their cards show, and nothing else. */
import { excerpt } from '#contract/catalogue/excerpt.ts';
import type { InCards, Specimen, SpecimenCard } from '#contract/catalogue/specimens.ts';
import type { Medium, Picture, Video } from '#contract/media/media.ts';
import { isVideo } from '#contract/media/media-kind.ts';

/** More characters than two lines of a card take at its widest. */
const MAX_DESCRIPTION = 200;

/** A list with cards in place of its specimens. */
export const inCards = <List extends { specimens: Specimen[] }>({ specimens, ...list }: List): InCards<List> => ({
  ...list,
  specimens: specimens.map(cardOf),
});

function cardOf({ id, title, category, description, origin, dimensions, price, forSale, status, main }: Specimen): SpecimenCard {
  const shown = { id, title, category, origin, dimensions, price, forSale, status };
  return { ...shown, description: excerpt(description, MAX_DESCRIPTION), main: withoutPins(main) };
}

const withoutPins = (medium: Medium): Medium => (isVideo(medium) ? plainVideo(medium) : plainPicture(medium));

/** No card turns. */
const plainVideo = ({ turn, ...video }: Video): Video => ({ ...video, poster: plainPicture(video.poster) });

const plainPicture = ({ pins, ...picture }: Picture): Picture => picture;

/** A picture as small as a thumbnail: neither its placeholder nor the words beside it are seen. */
export const thumbnailOf = (picture: Picture): Picture => ({ ...plainPicture(picture), placeholder: '', alt: '' });
