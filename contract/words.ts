/** The closed lists of the shop's language, plain values for pages and schemas alike. */

export const specimenStatuses = ['available', 'pending', 'sold'] as const;
export type SpecimenStatus = (typeof specimenStatuses)[number];

export const orderStatuses = ['pending', 'paid', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const socialPlatforms = ['instagram', 'facebook', 'twitter', 'email', 'warpcast'] as const;

/** Texts that the owner may give pages of their own. */
export const legalPages = ['shipping', 'returns', 'privacy'] as const;
export type LegalPage = (typeof legalPages)[number];
export const legalTitles: Record<LegalPage, string> = { shipping: 'Shipping', returns: 'Returns', privacy: 'Privacy' };

/** Until the owner gives an own one. */
export const DEFAULT_EMAIL = 'hello@druse.example';

/** The demo's payment handle; while it is set, the shop says that nobody should pay. */
export const DEMO_HANDLE = 'druse-demo';

/** Clients that know only the specification look for these words in an order's notes. */
export const MULTIPLE_ITEMS = 'Order contains multiple items';

/** What a mail tells: of an order to its buyer, and of a new one to the owner. */
export const mailKinds = ['order_placed', 'order_paid', 'order_shipped', 'order_cancelled', 'new_order'] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * kept: there was no mail server, it goes only by hand. waiting: goes when it is due. sending: a process is handing it over.
 * uncertain: nobody knows whether the mail server has it, so it is not sent again by itself.
 */
export const mailStatuses = ['kept', 'waiting', 'sending', 'sent', 'failed', 'uncertain'] as const;
export type MailStatus = (typeof mailStatuses)[number];
