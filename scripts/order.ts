import { formatDate } from '#core/contract/dates.ts';
import { formatDollars } from '#core/contract/money.ts';
import type { OrderEvent } from '#core/contract/selling/orders.ts';
import { type OrderStory, readStory } from '#core/server/selling/orders/order-story.service.ts';
import { explain, withReadableErrors } from './command.ts';
import { withShop } from './shop.ts';

const USAGE = `npm run order -- NUMBER [--json]

Tells what happened to the order of this number, from the day it was placed: holds, payments, refunds, changes of its status and by whom,
emails and what became of them, documents, and what the shop will do next. It says nothing about the buyer. The shop can keep running.

--json  prints the same as JSON, with times in UTC`;

const actors: Record<OrderEvent['actor'], string> = {
  buyer: 'the buyer',
  owner: 'you',
  system: 'the shop',
};

const words = process.argv.slice(2);
const [number, ...more] = words.filter((word) => word !== '--json');
if (number !== undefined && more.length === 0 && /^#?[1-9]\d{0,8}$/.test(number))
  await withReadableErrors(() => tell(Number(number.replace('#', '')), words.includes('--json')));
else explain(USAGE, number);

async function tell(id: number, isJson: boolean): Promise<void> {
  const story = await withShop((ctx) => readStory(ctx, id));
  console.log(isJson ? JSON.stringify(story, null, 2) : textOf(story));
}

function textOf({ id, status, totalCents, timeZone, story, ahead }: OrderStory): string {
  const total = totalCents === null ? '' : `, ${formatDollars(totalCents)}`;
  const lines = (events: OrderEvent[]) =>
    events.map(
      ({ at, actor, text }) => `${formatDate(at, timeZone)}, ${actors[actor]}\n    ${text}`,
    );
  const next = ahead.length === 0 ? [] : ['', 'Next, if nothing changes:', ...lines(ahead)];
  return [
    `Order #${id}: ${status}${total} (times in ${timeZone})`,
    '',
    ...lines(story),
    ...next,
  ].join('\n');
}
