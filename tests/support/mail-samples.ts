/** A mail of every kind of the core, as its template writes it from plausible orders and troubles. */
import { settingSchemas } from '#core/contract/admin/settings.ts';
import { type MailKind, mailKinds } from '#core/contract/messages/mail-statuses.ts';
import type { OrderLine } from '#core/contract/selling/orders.ts';
import { exampleOrder } from '#core/server/messages/mail/example-order.ts';
import { type Block, toText } from '#core/server/messages/mail/mail-body.ts';
import type { MailPicture } from '#core/server/messages/mail/mail-picture.ts';
import { type MailAbout, mailTemplates } from '#core/server/messages/mail/mail-templates.ts';
import type { MailedOrder } from '#core/server/messages/mail/order-mail-parts.ts';
import type { Shop, Template } from '#core/server/messages/mail/template.ts';

export type Sample = { name: string; shop: Shop; subject: string; blocks: Block[] };

/** A shop that takes Venmo, at an address that mail programs can fetch pictures from. */
export const sampleShop: Shop = {
  settings: {
    general: settingSchemas.general.parse({
      siteTitle: 'Druse',
      contactEmail: 'hello@druse.example',
    }),
    venmo_settings: settingSchemas.venmo_settings.parse({
      venmoUsername: 'druse',
      paymentInstructions: 'Friends & family only.',
      enabled: true,
    }),
  },
  origin: 'https://druse.example',
};

/** A title without a blank, as long as a title may be. */
const ENDLESS = 'Spessartine'.repeat(18);
/** What no mail may take for markup. */
export const MARKUP = '<b onclick="x">\'&amp;';

/** As the shop has it of a photo: wide, tall, and so small that it has one size. */
export const samplePictures: MailPicture[] = [
  {
    id: 'a'.repeat(32),
    width: 3000,
    height: 2000,
    widths: [320, 640, 960, 1440, 2048],
    complete: true,
  },
  { id: 'b'.repeat(32), width: 1200, height: 2400, widths: [320, 640, 960], complete: true },
  { id: 'c'.repeat(32), width: 200, height: 150, widths: [], complete: true },
];

const line = (id: number, title: string, price: string, quantity = 1): OrderLine => ({
  id,
  specimenId: id,
  title,
  price,
  quantity,
  shippingPrice: '9.50',
  imageUrl: `/media/${'a'.repeat(31)}${id % 10}-full.jpg`,
  lineTotal: (Number(price) * quantity).toFixed(2),
});

const topaz = line(1, 'Imperial topaz, Ouro Preto', '620.00');
const quartz = line(
  2,
  'Smoky quartz gwindel from the Göscheneralp, with pink fluorite and adularia on matrix',
  '1280.00',
);
const scheelite = line(3, 'Scheelite', '20.25', 2);

/** The example of an order, with pictures. */
export const sampleOrder = (change: Partial<MailedOrder> = {}): MailedOrder => ({
  ...exampleOrder(new Date('2026-11-21T09:00:00.000Z')),
  lines: [topaz],
  pictures: new Map(samplePictures.map((picture, index) => [index + 1, picture])),
  // As the server says it.
  ...(change.totalAmount !== undefined && { dueAmount: change.totalAmount }),
  ...(change.status !== undefined && { dueAmount: '0.00' }),
  ...change,
});

const several = {
  lines: [topaz, quartz, scheelite],
  subtotalAmount: '1940.50',
  shippingAmount: '0.00',
  totalAmount: '1940.50',
};
const shipped = {
  status: 'shipped',
  heldUntil: null,
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
} as const;
const paid = {
  status: 'paid',
  heldUntil: null,
  receivedAmount: '629.50',
  paidAmount: '629.50',
} as const;
const change = {
  sentences: ['Added: Scheelite × 2 for $40.50.', 'Shipping: $9.50 instead of $12.00.'],
  oldTotal: '629.50',
  newTotal: '670.00',
  endsAt: '2026-11-26T09:00:00.000Z',
};
const client = { device: 'Firefox on Linux', network: '203.0.113.0/24' };
const account = { at: '2026-11-21T09:00:00.000Z', client };
const trouble = {
  sentence: 'Emails have not gone out for an hour',
  wayOut: 'Check the mail server under Settings, Email.',
};

/** What a mail of each kind tells of. */
const abouts: { [K in MailKind]: MailAbout<K> } = {
  order_placed: sampleOrder(several),
  order_receipt: sampleOrder({
    ...several,
    status: 'delivered',
    kind: 'elsewhere',
    heldUntil: null,
    customerAddress: '',
    customerName: '',
    receivedAmount: '1940.50',
    paidAmount: '1940.50',
  }),
  order_payment: sampleOrder({
    ...several,
    payment: '1900.00',
    receivedAmount: '1900.00',
    paidAmount: '1900.00',
    dueAmount: '40.50',
  }),
  order_paid: sampleOrder(paid),
  order_unpaid: sampleOrder(),
  order_shipped: sampleOrder({ ...shipped, ...several }),
  order_tracking: sampleOrder(shipped),
  order_refunded: sampleOrder({
    ...paid,
    ...several,
    refund: { amount: '20.25', method: 'Venmo', title: 'Scheelite' },
  }),
  order_changed: sampleOrder({ ...several, change, paymentReportedAt: '2026-11-22T09:00:00.000Z' }),
  order_proposal: sampleOrder({ change }),
  proposal_answered: sampleOrder({ change: { ...change, answer: 'accepted' } }),
  orders_together: sampleOrder({
    ...paid,
    together: [12, 13, 15],
    change: { ...change, sentences: ['Shipping: free.'] },
  }),
  order_link: sampleOrder(),
  order_words: sampleOrder({
    ...several,
    words: 'Good morning,\n\nthe gwindel needs a stronger box. It goes out on Tuesday.',
  }),
  order_cancelled: sampleOrder({ ...several, status: 'cancelled', heldUntil: null }),
  order_reopened: sampleOrder(),
  new_order: sampleOrder({ ...several, buyerNotes: 'Ring twice.\nThanks!' }),
  hold_reminder: sampleOrder(),
  hold_ended: sampleOrder({
    ...several,
    status: 'cancelled',
    heldUntil: null,
    released: { free: [topaz.title], reserved: ['Scheelite'] },
  }),
  hold_ended_notice: sampleOrder({
    status: 'cancelled',
    heldUntil: null,
    released: { free: [], reserved: [topaz.title] },
  }),
  hold_question: sampleOrder({ paymentReportedAt: '2026-11-22T09:00:00.000Z' }),
  hold_extended: sampleOrder(),
  payment_reported: sampleOrder(),
  shield_raised: { pieces: 9, forSale: 27 },
  new_login: account,
  password_changed: { ...account, removedPasskeys: ['Phone'] },
  passkey_added: { ...account, passkey: 'Phone' },
  passkey_removed: { ...account, passkey: 'Phone' },
  payee_changed: { ...account, payees: { former: 'druse-shop', present: 'druse-gallery' } },
  contact_email_changed: {
    ...account,
    contactEmails: { former: 'old@druse.example', present: 'new@druse.example' },
  },
  trouble_began: trouble,
  trouble_over: trouble,
};

/** Writes a mail as the shop does. */
export const sampleOf = <About>(
  name: string,
  template: Template<About>,
  about: About,
  shop: Shop = sampleShop,
): Sample => ({
  name,
  shop,
  ...template(about, shop),
});

const ofKind = (kind: MailKind): Sample =>
  sampleOf(kind, mailTemplates[kind] as Template<MailAbout<MailKind>>, abouts[kind]);

const many = Array.from({ length: 10 }, (_, index) =>
  line(index + 1, index === 4 ? ENDLESS : `Piece number ${index + 1}`, '45.00'),
);
const withoutVenmo = {
  ...sampleShop,
  settings: { ...sampleShop.settings, venmo_settings: settingSchemas.venmo_settings.parse({}) },
};
const named = (siteTitle: string, origin = sampleShop.origin): Shop => ({
  settings: { ...sampleShop.settings, general: { ...sampleShop.settings.general, siteTitle } },
  origin,
});
const placed = mailTemplates.order_placed;

/** Where a mail of a kind can look different. */
const variants: Sample[] = [
  sampleOf('an order of one piece', placed, sampleOrder()),
  sampleOf('an order of ten pieces', placed, sampleOrder({ lines: many })),
  sampleOf(
    'an order that awaits proof',
    placed,
    sampleOrder({ awaitsProof: true, isEmailProved: false }),
  ),
  sampleOf('an order in a shop without Venmo', placed, sampleOrder(), withoutVenmo),
  sampleOf(
    'an order in a shop at home',
    placed,
    sampleOrder(),
    named('Druse', 'http://localhost:3000'),
  ),
  sampleOf(
    'an order whose words are endless',
    placed,
    sampleOrder({ lines: [line(1, ENDLESS, '1.00')], customerName: ENDLESS }),
    named(ENDLESS),
  ),
  sampleOf(
    'an order whose words look like markup',
    mailTemplates.new_order,
    sampleOrder({
      customerName: MARKUP,
      customerEmail: MARKUP,
      customerAddress: MARKUP,
      venmoUsername: MARKUP,
      buyerNotes: MARKUP,
      lines: [line(1, MARKUP, '1.00'), line(2, MARKUP, '2.00')],
    }),
    named(MARKUP),
  ),
  sampleOf(
    'a paid order that was cancelled',
    mailTemplates.order_cancelled,
    sampleOrder({ ...paid, status: 'cancelled' }),
  ),
  sampleOf(
    'orders that were shipped together',
    mailTemplates.order_shipped,
    sampleOrder({ ...shipped, together: [12, 13] }),
  ),
];

export const samples: Sample[] = [...mailKinds.map(ofKind), ...variants];

/** Their plain text, to be written down. */
export const textsOf = (given: Sample[]): string =>
  given
    .map(({ name, subject, blocks }) => `=== ${name}\n${subject}\n\n${toText(blocks)}`)
    .join('\n');
