/**
 * The specimens that the end-to-end tests buy, carry and look at, beside the demo collection. One server serves all tests at once
 * and each piece exists once, so every test has its own; and a set for each project, since some tests run in both.
 */
import type { SpecimenInput } from '#core/contract/catalogue/specimens.ts';

type Piece = Partial<SpecimenInput> & { title: string };

export const pieces = {
  journeyFirst: { title: 'Okenite', price: '120.00', shippingPrice: '9.50' },
  journeySecond: { title: 'Prehnite', price: '310.00', shippingPrice: '12.00' },
  quickView: { title: 'Scolecite', price: '640.00', shippingPrice: '15.00' },
  direct: { title: 'Apophyllite', price: '75.00', shippingPrice: '8.00' },
  directFailing: { title: 'Wavellite', price: '88.00', shippingPrice: '8.00' },
  confirmation: { title: 'Hemimorphite', price: '1250.00', shippingPrice: '20.00' },
  unfetchedOrder: { title: 'Kinoite', price: '48.00', shippingPrice: '6.00' },
  lostAnswer: { title: 'Smithsonite', price: '95.00', shippingPrice: '7.00' },
  remainingLine: { title: 'Natrolite', price: '45.00', shippingPrice: '5.00' },
  dearer: { title: 'Wulfenite', price: '100.00', shippingPrice: '5.00' },
  lostLine: { title: 'Anglesite', price: '60.00', shippingPrice: '5.00' },
  keyboard: { title: 'Cerussite', price: '52.00', shippingPrice: '6.00' },
  withoutLines: { title: 'Mimetite', price: '33.00', shippingPrice: '6.00' },
  accessible: { title: 'Euclase', price: '35.00', shippingPrice: '6.00' },
  orderStatus: { title: 'Adamite', price: '64.00', shippingPrice: '6.00' },
  orderDelete: { title: 'Brochantite', price: '58.00', shippingPrice: '6.00' },
  orderDetail: { title: 'Cuprite', price: '230.00', shippingPrice: '11.00' },
  parcel: { title: 'Perovskite', price: '62.00', shippingPrice: '8.00' },
  refunded: { title: 'Rhodochrosite', price: '95.00', shippingPrice: '8.00' },
  changedFirst: { title: 'Tarbuttite', price: '96.00', shippingPrice: '8.00' },
  changedSecond: { title: 'Uvarovite', price: '54.00', shippingPrice: '6.00' },
  guarded: { title: 'Xonotlite', price: '97.00', shippingPrice: '8.00' },
  erased: { title: 'Yttrialite', price: '49.00', shippingPrice: '6.00' },
  undone: { title: 'Zaratite', price: '47.00', shippingPrice: '6.00' },
  removedOrder: { title: 'Ramsdellite', price: '47.00', shippingPrice: '6.00' },
  ownCancelled: { title: 'Tyrolite', price: '48.00', shippingPrice: '6.00' },
  togetherFirst: { title: 'Variscite', price: '44.00', shippingPrice: '8.00' },
  togetherSecond: { title: 'Whewellite', price: '46.00', shippingPrice: '6.00' },
  corrected: { title: 'Tsumebite', price: '47.00', shippingPrice: '6.00' },
  bulkFirst: { title: 'Descloizite', price: '40.00', shippingPrice: '6.00' },
  bulkSecond: { title: 'Epidote', price: '41.00', shippingPrice: '6.00' },
  shippedFirst: { title: 'Erionite', price: '182.00', shippingPrice: '6.00' },
  shippedSecond: { title: 'Fiedlerite', price: '43.00', shippingPrice: '6.00' },
  paidFirst: { title: 'Ferrierite', price: '110.00', shippingPrice: '9.00' },
  paidSecond: { title: 'Goosecreekite', price: '140.00', shippingPrice: '9.00' },
  reported: { title: 'Ferberite', price: '130.00', shippingPrice: '9.00' },
  soldElsewhere: { title: 'Gypsum', price: '36.00', shippingPrice: '6.00' },
  soldUnanswered: { title: 'Stilbite-Na', price: '41.00', shippingPrice: '6.00' },
  printed: { title: 'Kermesite', price: '180.00', shippingPrice: '9.00' },
  labelled: { title: 'Ludlamite', price: '70.00', shippingPrice: '9.00' },
  booked: { title: 'Nadorite', price: '72.00', shippingPrice: '9.00' },
  lostSession: { title: 'Olivenite', price: '74.00', shippingPrice: '9.00' },
  favourite: { title: 'Paratacamite', price: '84.00', shippingPrice: '7.00' },
  deskPaid: { title: 'Yugawaralite', price: '86.00', shippingPrice: '8.00' },
  deskOrdered: { title: 'Zunyite', price: '87.00', shippingPrice: '8.00' },
  deskChanged: { title: 'Joaquinite', price: '89.00', shippingPrice: '8.00' },
  deskSold: { title: 'Inesite', price: '88.00', shippingPrice: '8.00' },
  firstView: { title: 'Hureaulite', price: '510.00', shippingPrice: '9.00' },
  firstViewOrder: { title: 'Lautite', price: '43.00', shippingPrice: '6.00' },
  /** Looked at and put into carts, never ordered. */
  cheap: { title: 'Crocoite', price: '150.00', shippingPrice: '10.00' },
  dear: { title: 'Benitoite', price: '500.00', shippingPrice: '25.00' },
  several: { title: 'Datolite', price: '20.00', shippingPrice: '3.00', quantity: 3 },
  hidden: { title: 'Legrandite', price: '900.00', shippingPrice: '25.00', visible: false },
} as const satisfies Record<string, Piece>;

export type PieceName = keyof typeof pieces;

/** `Okenite of the desktop tests`: found by searching for exactly this. */
export const titleOf = (name: PieceName, project: string) =>
  `${pieces[name].title} of the ${project} tests`;

export const projects = ['desktop', 'phone'];
