/** Packing slips, and who sells. */
import type { PrintedOrders, Seller } from '#contract/extras/paper/paper.ts';
import type { PrintedOrdersQuery } from '#contract/extras/paper/printed-orders.ts';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { ordersToPrint } from './printed-orders.service.ts';

/** What packing slips of these orders are made from. */
export async function readSlips(ctx: Context, query: PrintedOrdersQuery): Promise<PrintedOrders> {
  const { size } = await readSetting(ctx, 'paper');
  return { ...(await ordersToPrint(ctx, query)), seller: await readSeller(ctx), size };
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
