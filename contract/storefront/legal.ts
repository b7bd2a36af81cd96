/** The texts that may have a page of their own, with the page's title. */
export const legalTitles = { shipping: 'Shipping', returns: 'Returns', privacy: 'Privacy' };
export type LegalPage = keyof typeof legalTitles;
export const legalPages = Object.keys(legalTitles) as LegalPage[];

/** The pages there are: an empty text has none. */
export const writtenPages = (texts: Record<LegalPage, string>): LegalPage[] => legalPages.filter((page) => texts[page].trim() !== '');
