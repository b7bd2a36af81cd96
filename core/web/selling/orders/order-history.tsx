import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { formatDate } from '#ui/lib/format.ts';

type Props = { history: OrderDetail['history']; timeZone: string };

const SHOWN = 20;

/** Folds all but the latest. */
export function OrderHistory({ history, timeZone }: Props) {
  const latest = history.toReversed();
  const earlier = latest.slice(SHOWN);
  return (
    <>
      <Events history={latest.slice(0, SHOWN)} timeZone={timeZone} />
      {earlier.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-11 cursor-pointer py-2.5 text-quiet hover:text-accent">
            {earlier.length === 1 ? '1 earlier event' : `${earlier.length} earlier events`}
          </summary>
          <Events history={earlier} timeZone={timeZone} />
        </details>
      )}
    </>
  );
}

const Events = ({ history, timeZone }: Props) => (
  <ol className="figures">
    {history.map((event, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: events have no names of their own and never change places
      <li key={index} className="border-t border-line py-2 text-fine wrap-anywhere">
        {event.text}
        <span className="block text-sm text-quiet">
          {formatDate(event.at, timeZone)}, {actors[event.actor]}
        </span>
      </li>
    ))}
  </ol>
);

const actors = { buyer: 'the buyer', owner: 'you', system: 'the shop' };
