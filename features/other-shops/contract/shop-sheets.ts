export const sheetShops = ['shopify', 'woocommerce'] as const;
export type SheetShop = (typeof sheetShops)[number];
