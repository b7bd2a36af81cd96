/** Packing slips, and who sells. */
import type { PrintedOrders, Seller } from '#contract/paper.ts';
import type { Context } from '#server/context.ts';
import { ordersOf } from '#server/features/orders/printed-orders.service.ts';
import { readSetting } from '#server/features/settings/settings.service.ts';

/** What packing slips of these orders are made from. */
export async function readSlips(ctx: Context, orderIds: number[]): Promise<PrintedOrders> {
  const { size } = await readSetting(ctx, 'paper');
  return { orders: await ordersOf(ctx, orderIds), seller: await readSeller(ctx), size };
}

/** Who sells, as the settings say it now. */
export async function readSeller(ctx: Context): Promise<Seller> {
  const [general, paper] = await Promise.all([readSetting(ctx, 'general'), readSetting(ctx, 'paper')]);
  return {
    name: paper.sellerName || general.siteTitle,
    address: paper.sellerAddress,
    taxId: paper.taxId,
    email: general.contactEmail,
    footer: paper.invoiceFooter,
  };
}
