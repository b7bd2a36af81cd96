import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import type { PrintedOrders, Seller } from '#features/paper/contract/paper.ts';
import type { PrintedOrdersQuery } from '#features/paper/contract/printed-orders.ts';
import { ordersToPrint } from './printed-orders.service.ts';

export async function readSlips(ctx: Context, query: PrintedOrdersQuery): Promise<PrintedOrders> {
  const { size } = await readSetting(ctx, 'paper');
  return { ...(await ordersToPrint(ctx, query)), seller: await readSeller(ctx), size };
}

export async function readSeller(ctx: Context): Promise<Seller> {
  const [general, paper] = await Promise.all([
    readSetting(ctx, 'general'),
    readSetting(ctx, 'paper'),
  ]);
  return {
    name: paper.sellerName || general.siteTitle,
    address: paper.sellerAddress,
    taxId: paper.taxId,
    email: general.contactEmail,
    footer: paper.invoiceFooter,
  };
}
