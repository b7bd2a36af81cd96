import { type ReactNode, useState } from 'react';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { EmailText } from '#ui/email-text.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { copyText } from '#ui/lib/clipboard.ts';
import { formatDate } from '#ui/lib/format.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { CopyIcon } from '#ui/tool-icons.tsx';

export function OrderBuyer({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  if (order.erasedAt !== null)
    return (
      <p className="border-t border-line pt-3 text-quiet">
        Personal data was erased on {formatDate(order.erasedAt, timeZone)}.
      </p>
    );
  return (
    <dl className="border-t border-line">
      <Item name="Name">{order.customerName || 'unknown'}</Item>
      {order.customerEmail !== '' && (
        <Item name="Email">
          <a
            href={mailtoUrl(order.customerEmail, { subject: `Order #${order.id}` })}
            className="text-link"
          >
            <EmailText email={order.customerEmail} />
          </a>
        </Item>
      )}
      {order.customerAddress !== '' && (
        <Item name="Address">
          <span className="whitespace-pre-line">{order.customerAddress}</span>
          <Copy
            label="Copy name and address"
            text={`${order.customerName}\n${order.customerAddress}`}
          />
        </Item>
      )}
      {order.buyerNotes && (
        <Item name="Notes">
          <span className="whitespace-pre-line">{order.buyerNotes}</span>
        </Item>
      )}
      <Item name="Buyer’s link">
        <a href={order.secretPath} className="text-link">
          View as the buyer
        </a>
        <Copy label="Copy link" text={`${location.origin}${order.secretPath}`} />
      </Item>
    </dl>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] gap-4 border-b border-line py-2.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Copy({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'refused'>('idle');
  return (
    <button
      type="button"
      aria-label={label}
      onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'refused')}
      className="-ml-1 flex min-h-11 items-center gap-2 px-1 text-sm text-quiet hover:text-accent"
    >
      {outcome === 'copied' ? <CheckIcon className="size-4" /> : <CopyIcon className="size-4" />}
      <span role="status">
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Please copy it by hand' : label}
      </span>
    </button>
  );
}
