/** The shops whose product sheets the collection can be written as. */
export const sheetShops = ['shopify', 'woocommerce'] as const;
export type SheetShop = (typeof sheetShops)[number];
