/** They name no address: the reader may be another than the buyer. */
import {
  hello,
  type Shop,
  say,
  type Template,
  thanks,
} from '#core/server/messages/mail/template.ts';

type About = { id: number };

const notice =
  (subject: (id: number) => string, text: (id: number) => string): Template<About> =>
  ({ id }, shop: Shop) => ({
    subject: subject(id),
    blocks: [
      hello,
      say(text(id)),
      say('Didn’t ask for this? Please reply to this email right away.'),
      thanks(shop),
    ],
  });

export const noticeTemplates = {
  order_address_changed: notice(
    (id) => `The shipping address of order #${id} was changed`,
    (id) => `The shipping address of your order #${id} was changed. Your order’s page shows it.`,
  ),
  order_removed: (({ id, titles }, shop) => ({
    subject: `Order #${id} was removed`,
    blocks: [
      hello,
      say(`We removed your order #${id}. Please don’t pay it.`),
      ...(titles.length === 0 ? [] : [say(`It was for ${titles.join('; ')}.`)]),
      say('Have you paid it already, or do you still want it? Just reply to this email.'),
      thanks(shop),
    ],
  })) satisfies Template<About & { titles: string[] }>,
  order_link_ended: notice(
    (id) => `Emails about order #${id} now go elsewhere`,
    (id) =>
      `Emails about order #${id} now go to another address, and the links we emailed you have ended.`,
  ),
};
