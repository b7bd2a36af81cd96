/**
 * Where an extra plugs into visitors' pages: lists of cards, pages of specimens and their videos, with a list each (`list-extras.ts`,
 * `specimen-extras.ts`, `video-extras.ts`), since no page may download what only another shows. Its parts are drawn by the server too, so what they show first is the same for everybody.
 */
import type { GallerySearch } from '#contract/catalogue/gallery-search.ts';
import type { SpecimenCard, SpecimenDetail } from '#contract/catalogue/specimens.ts';
import type { Video } from '#contract/media/media.ts';
import type { Filled } from './parts.tsx';

/** Where parts are drawn on pages with cards: what each is given. */
export type ListPlaces = {
  /** On a card's picture. */
  card: { specimen: SpecimenCard };
  /** Links about a list of the gallery: above it, or in the sentence that there is nothing in it. */
  list: { search: GallerySearch; isEmpty?: boolean };
};

/** Where parts are drawn on the page of a specimen and in the quick view. */
export type SpecimenPlaces = {
  /** Beneath the price and the status. */
  underStatus: { specimen: SpecimenDetail };
  /** What else a visitor can do with it, beside asking. */
  actions: { specimen: SpecimenDetail };
  /** Beneath a fact, by its name. */
  underFact: { specimen: SpecimenDetail; name: string };
};

/** Where parts are drawn on a video, whose code only pages with one download. */
export type VideoPlaces = {
  /** Over it. `onCover`: called when the part takes the video's place, and when it gives it back. */
  onVideo: { video: Video; title: string; onCover: (isCovered: boolean) => void };
};

export type ListExtra = Filled<ListPlaces>;
export type SpecimenExtra = Filled<SpecimenPlaces>;
export type VideoExtra = Filled<VideoPlaces>;
