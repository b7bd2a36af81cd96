/**
 * Lists, specimens, videos, orders and the login have a list of features each, since no page may
 * download what only another shows (`features/in-lists.ts`, `features/on-specimen.ts`,
 * `features/on-video.ts`, `features/on-order.ts`, `features/on-login.ts`). The server draws parts
 * too: what they show first is the same for everyone.
 */
import type { Me } from '#core/contract/admin/auth.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import type { SpecimenCard, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Video } from '#core/contract/media/media.ts';
import type { FollowedOrder, Order } from '#core/contract/selling/orders.ts';
import type { Filled } from './parts.tsx';

export type ListPlaces = {
  /** On a card's picture. */
  card: { specimen: SpecimenCard };
  /** Links above a list, or in the sentence that it is empty. */
  list: { search: GallerySearch; isEmpty?: boolean };
};

export type SpecimenPlaces = {
  /** Beneath price and status. */
  underStatus: { specimen: SpecimenDetail };
  /** Beside buying. */
  actions: { specimen: SpecimenDetail };
  underFact: { specimen: SpecimenDetail; name: string };
};

export type VideoPlaces = {
  /** `onCover`: called when the part takes the video's place, and when it gives it back. */
  onVideo: { video: Video; title: string; onCover: (isCovered: boolean) => void };
};

export type OrderPlaces = {
  /** Beneath how to pay. A form takes the place of the words that ask to open the emailed link. */
  pending: { order: Order; orderKey: string | undefined };
  /** `orderKey`: from the link that opened the page. `email`: the shop's. */
  actions: { order: FollowedOrder; orderKey: string | undefined; email: string };
};

/** Where parts are drawn in the login dialog, which a visitor downloads who opens it. */
export type LoginPlaces = {
  /** Beneath its button: other ways in. `isBusy`: whether one is tried. `onBusy`: called when the part tries one, and when it has. `enter`: goes on as whom the server lets in. */
  underLogin: {
    isBusy: boolean;
    onBusy: (isBusy: boolean) => void;
    enter: (me: Promise<Me>) => Promise<void>;
  };
};

export type ListFeature = Filled<ListPlaces>;
export type SpecimenFeature = Filled<SpecimenPlaces>;
export type VideoFeature = Filled<VideoPlaces>;
export type OrderFeature = Filled<OrderPlaces>;
export type LoginFeature = Filled<LoginPlaces>;
