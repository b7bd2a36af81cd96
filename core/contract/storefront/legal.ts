export const legalTitles = { shipping: 'Shipping', returns: 'Returns', privacy: 'Privacy' };
export type LegalPage = keyof typeof legalTitles;
export const legalPages = Object.keys(legalTitles) as LegalPage[];

/** An empty text has no page. */
export const writtenPages = (texts: Record<LegalPage, string>): LegalPage[] =>
  legalPages.filter((page) => texts[page].trim() !== '');
