/** The closed lists of the shop's language, plain values for pages and schemas alike. */

export const socialPlatforms = ['instagram', 'facebook', 'twitter', 'email', 'warpcast'] as const;

/** Texts that the owner may give pages of their own. */
export const legalPages = ['shipping', 'returns', 'privacy'] as const;
export type LegalPage = (typeof legalPages)[number];
export const legalTitles: Record<LegalPage, string> = { shipping: 'Shipping', returns: 'Returns', privacy: 'Privacy' };

/** Until the owner gives an own one. */
export const DEFAULT_EMAIL = 'hello@druse.example';
