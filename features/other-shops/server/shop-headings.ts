export const PUBLISHED = 'Published on online store';
export const IN_STOCK = 'In stock?';
export const SALE_STARTS = 'Date sale price starts';
export const SALE_ENDS = 'Date sale price ends';
