import { Link } from '@tanstack/react-router';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { Order } from '#core/contract/selling/orders.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { FoldedList } from '#ui/folded-list.tsx';

/** More lines are folded. */
const SHOWN = 6;

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** At the prices of then. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <section aria-label="Specimens">
      {order.lines.length === 0 && <p className="border-y border-line py-4">Unknown Specimen</p>}
      <FoldedList
        className="figures divide-y divide-line border-y border-line"
        shown={SHOWN}
        more={(count) => `${count} more pieces`}
        items={order.lines.map((line) => (
          <li key={line.id} className="relative flex flex-wrap gap-4 py-3">
            {line.imageUrl !== '' && (
              <img
                src={line.imageUrl}
                alt=""
                width={64}
                height={64}
                className="size-16 shrink-0 bg-[#0b0a0c] object-cover"
              />
            )}
            <div className="min-w-[min(6rem,100%)] flex-1">
              <p className="font-serif text-lg leading-snug wrap-anywhere">
                {line.specimenId === null ? (
                  line.title
                ) : (
                  <Link
                    to="/specimen/$specimen"
                    params={{ specimen: specimenParam({ id: line.specimenId, title: line.title }) }}
                    className="whole-link text-ink no-underline hover:text-accent"
                  >
                    {line.title}
                  </Link>
                )}
              </p>
              <p className="text-sm text-quiet">
                {dollars(line.price)} × {line.quantity}
                {line.specimenId === null && ', deleted from the collection since'}
              </p>
            </div>
            <p>{dollars(line.lineTotal)}</p>
          </li>
        ))}
      />
      <dl className="figures mt-3 space-y-1">
        <AmountRow name="Subtotal" value={dollars(order.subtotalAmount)} />
        <AmountRow
          name="Shipping"
          value={parseAmount(order.shippingAmount) === 0 ? 'Free' : dollars(order.shippingAmount)}
        />
        <AmountRow name="Total" value={dollars(order.totalAmount)} isTotal className="text-xl" />
      </dl>
    </section>
  );
}
