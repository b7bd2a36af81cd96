import type { Settings } from '#core/contract/admin/settings.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { Button } from '#ui/button.tsx';
import { EmailText } from '#ui/email-text.tsx';
import MovedMoney from './confirmation-money.tsx';

type Props = { order: FollowedOrder; settings: Settings };

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** Who bought at a show opens it by the code on the dealer's phone, to keep. */
export default function Receipt({ order, settings: { general } }: Props) {
  return (
    <article className="mx-auto max-w-xl">
      <p className="font-serif text-xl">{general.siteTitle}</p>
      <h1 className="mt-6 page-title look-large">Receipt</h1>
      <p className="figures mt-3 text-quiet">
        No. {order.id}
        {order.customerName !== '' && `, for ${order.customerName}`}
      </p>
      <ul className="figures mt-8 divide-y divide-line border-y border-line">
        {order.lines.map((line) => (
          <li key={line.id} className="flex flex-wrap gap-4 py-3">
            {line.imageUrl !== '' && (
              <img
                src={line.imageUrl}
                alt=""
                width={80}
                height={80}
                className="size-20 shrink-0 bg-[#0b0a0c] object-cover"
              />
            )}
            <div className="min-w-[min(6rem,100%)] flex-1">
              <p className="font-serif text-lg leading-snug wrap-anywhere">{line.title}</p>
              {line.quantity > 1 && (
                <p className="text-sm text-quiet">
                  {dollars(line.price)} × {line.quantity}
                </p>
              )}
            </div>
            <p>{dollars(line.lineTotal)}</p>
          </li>
        ))}
      </ul>
      <dl className="figures mt-3 space-y-1">
        <AmountRow name="Total" value={dollars(order.totalAmount)} isTotal className="text-xl" />
        <MovedMoney order={order} timeZone={general.timeZone} />
      </dl>
      <p className="mt-8">
        Questions? Email <EmailText email={general.contactEmail} />. Keep the link of this page: it
        opens your receipt on any device.
      </p>
      <Button look="outline" className="mt-6 print:hidden" onClick={() => print()}>
        Print this page
      </Button>
    </article>
  );
}
