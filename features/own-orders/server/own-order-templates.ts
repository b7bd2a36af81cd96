import type { Released } from '#core/server/messages/mail/mail.service.ts';
import type { Block } from '#core/server/messages/mail/mail-body.ts';
import { releasedPieces, repliesReachBuyer } from '#core/server/messages/mail/order-mail-parts.ts';
import { rows, type Shop, say, type Template } from '#core/server/messages/mail/template.ts';

type About = { id: number; name: string; hasEmail: boolean };

const end = (about: About, shop: Shop): Block[] => [
  { kind: 'link', text: 'View the order', href: `${shop.origin}/orders?order=${about.id}` },
  ...(about.hasEmail ? [repliesReachBuyer] : []),
];

export const ownOrderTemplates = {
  cancelled_by_buyer: ((about, shop) => ({
    subject: `Order #${about.id}: the buyer cancelled it`,
    blocks: [
      say(
        `${about.name} cancelled order #${about.id} (${about.total}) on its page. Nothing had been paid, and the hold has ended.`,
      ),
      ...releasedPieces(about),
      ...end(about, shop),
    ],
  })) satisfies Template<About & { total: string; released: Released }>,
  address_by_buyer: ((about, shop) => ({
    subject: `Order #${about.id}: new shipping address`,
    blocks: [
      say(`${about.name} changed the shipping address of order #${about.id} on its page.`),
      rows(['New', about.to], ['Before', about.from || 'None']),
      ...end(about, shop),
    ],
  })) satisfies Template<About & { from: string; to: string }>,
};
