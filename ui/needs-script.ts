/**
 * Visitors without JavaScript read this instead.
 * @param what the beginning of the sentence.
 */
export const needsScript = (what: string): string =>
  `${what} needs JavaScript. Please turn it on for this site.`;
