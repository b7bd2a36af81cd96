/** Headings of other shops’ sheets that are both read and written. */
export const PUBLISHED = 'Published on online store';
export const IN_STOCK = 'In stock?';
