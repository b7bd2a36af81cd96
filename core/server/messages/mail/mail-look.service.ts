import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { exampleOrder } from './example-order.ts';
import { toHtml } from './mail-html.ts';
import { orderMailTemplates } from './order-mail-templates.ts';
import { originOf } from './template.ts';

/** The links lead nowhere: there is no such order. */
export async function readMailLook(ctx: Context): Promise<string> {
  const shop = { settings: await readSettings(ctx), origin: originOf(ctx) };
  const { subject, blocks } = orderMailTemplates.order_placed(exampleOrder(ctx.clock.now()), shop);
  return toHtml(subject, blocks, shop).replaceAll(/(<a [^>]*?)href="[^"]*" ?/g, '$1');
}
