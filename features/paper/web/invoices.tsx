import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { CreditNote, Invoice, Invoices as Report } from '#features/paper/contract/paper.ts';
import type { PaperSize } from '#features/paper/contract/paper-sizes.ts';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDay } from '#ui/lib/format.ts';
import { linesOfText } from './document-pages.ts';
import { Loading, NO_ORDERS, NothingToPrint } from './loading.tsx';
import { DocumentHead, linesOfSeller, OrderPages, Recipient, Rest } from './order-document.tsx';
import { invoicesQuery, useInvoiceMaking } from './paper-queries.ts';
import type { OrdersPrintSearch, PaperProps } from './paper-search.ts';
import { PaperDocument, Papers, paperLengths } from './papers.tsx';
import { SizeChoice } from './size-choice.tsx';

export function Invoices({ search, timeZone, onSearch }: PaperProps<OrdersPrintSearch>) {
  return (
    <Loading query={invoicesQuery(search)}>
      {({ invoices, missing, outdated, creditNotes, uncredited, total, size: usual }) => {
        const size = search.size ?? usual;
        return (
          <Papers
            width={paperLengths[size].width}
            canPrint={invoices.length > 0}
            options={
              <SizeChoice
                size={size}
                onChange={(chosen) => onSearch({ ...search, size: chosen })}
              />
            }
            notice={
              <>
                {invoices.length === 0 && missing.length === 0 && (
                  <NothingToPrint text={NO_ORDERS} />
                )}
                <Rest
                  printed={new Set(invoices.map(({ order }) => order.id)).size + missing.length}
                  total={total}
                />
                <MissingInvoices search={search} missing={missing} />
                <Outdated search={search} outdated={outdated} />
                {/* What is credited with an invoice that no longer fits is known once it is corrected. */}
                <MissingCreditNotes
                  search={search}
                  orders={uncredited.filter(
                    (id) => !outdated.some(({ orderId }) => orderId === id),
                  )}
                />
                <Cancelled invoices={invoices} />
              </>
            }
          >
            {invoices.map((invoice) => (
              <InvoicePaper
                key={invoice.number}
                invoice={invoice}
                size={size}
                timeZone={timeZone}
              />
            ))}
            {creditNotes.map((note) => (
              <CreditNotePaper key={note.number} note={note} size={size} timeZone={timeZone} />
            ))}
          </Papers>
        );
      }}
    </Loading>
  );
}

const InvoicePaper = ({
  invoice,
  size,
  timeZone,
}: {
  invoice: Invoice;
  size: PaperSize;
  timeZone: string;
}) => {
  const { number, issuedAt, seller, order } = invoice;
  return (
    <OrderPages
      size={size}
      label={`Invoice ${number}`}
      order={order}
      hasPrices
      senderLines={linesOfSeller(seller)}
      tailHeight={14 + (seller.footer === '' ? 0 : 12 + linesOfText(seller.footer, 70) * 5)}
      head={
        <>
          <DocumentHead
            seller={seller}
            title={`Invoice ${number}`}
            facts={[
              ['Date', formatDay(issuedAt, timeZone)],
              ['Order', `#${order.id} of ${formatDay(order.createdAt, timeZone)}`],
            ]}
          />
          <Recipient title="Bill to" order={order} />
        </>
      }
      tail={
        <>
          <p className="mt-[6mm] text-right font-medium">Paid in full. Nothing is due.</p>
          {seller.footer !== '' && (
            <p className="mt-[12mm] max-w-[120mm] text-[9pt] whitespace-pre-line">
              {seller.footer}
            </p>
          )}
        </>
      }
    />
  );
};

function reasonOf({
  invoiceNumber,
  order,
  method,
  title,
  counters,
  endsInvoice,
}: CreditNote): string {
  if (endsInvoice)
    return `Invoice ${invoiceNumber} no longer applies, because order #${order.id} has changed. A new invoice takes its place.`;
  if (counters !== null)
    return `Credit note ${counters} for invoice ${invoiceNumber} no longer applies, because the refund it was issued for was corrected.`;
  const by = method === null || method === 'Other' ? '' : ` by ${method}`;
  return `Refund${by} for ${title ?? `order #${order.id}`}, which corrects invoice ${invoiceNumber}.`;
}

const CreditNotePaper = ({
  note,
  size,
  timeZone,
}: {
  note: CreditNote;
  size: PaperSize;
  timeZone: string;
}) => {
  const { number, issuedAt, seller, invoiceNumber, order, amount, counters } = note;
  const name = `${counters === null ? 'Credit note' : 'Counter-note'} ${number}`;
  return (
    <PaperDocument size={size} label={name}>
      <DocumentHead
        seller={seller}
        title={name}
        facts={[
          ['Date', formatDay(issuedAt, timeZone)],
          ['Invoice', String(invoiceNumber)],
          ['Order', `#${order.id} of ${formatDay(order.createdAt, timeZone)}`],
        ]}
      />
      <Recipient title={counters === null ? 'Credit to' : 'Bill to'} order={order} />
      <p className="mt-[9mm] text-[11pt]">{reasonOf(note)}</p>
      <p className="figures mt-[6mm] text-right text-[12pt] font-medium">
        {counters === null ? 'Credited' : 'Taken back'}: {formatDollars(parseAmount(amount) ?? 0)}
      </p>
      {seller.footer !== '' && (
        <p className="mt-[12mm] max-w-[120mm] text-[9pt] whitespace-pre-line">{seller.footer}</p>
      )}
    </PaperDocument>
  );
};

/** An invoice never changes: a press ends it by a credit note, and makes a new one. */
function Outdated({
  search,
  outdated,
}: {
  search: OrdersPrintSearch;
  outdated: Report['outdated'];
}) {
  const making = useInvoiceMaking(search, 'invoice-corrections');
  if (outdated.length === 0) return null;
  return (
    <div className="mt-6 callout bg-raised px-4 py-3">
      <p>
        {outdated
          .map(({ orderId, number }) => `Order #${orderId} has changed since invoice ${number}.`)
          .join(' ')}{' '}
        The invoice stays as it is. A credit note ends it, and a new invoice takes its place.
      </p>
      <Button
        className="mt-3"
        disabled={making.isPending}
        onClick={() => making.mutate(outdated.map(({ orderId }) => orderId))}
      >
        Make credit note and new invoice
      </Button>
      {making.error && (
        <p role="alert" className="mt-2 text-bad">
          {messageOf(making.error)}
        </p>
      )}
    </div>
  );
}

function MissingCreditNotes({ search, orders }: { search: OrdersPrintSearch; orders: number[] }) {
  const making = useInvoiceMaking(search, 'credit-notes');
  if (orders.length === 0) return null;
  return (
    <div className="mt-6 callout bg-raised px-4 py-3">
      <p>{orders.map((id) => `#${id}`).join(', ')}: refunded, without a credit note yet.</p>
      <Button className="mt-3" disabled={making.isPending} onClick={() => making.mutate(orders)}>
        Make credit note
      </Button>
      {making.error && (
        <p role="alert" className="mt-2 text-bad">
          {messageOf(making.error)}
        </p>
      )}
    </div>
  );
}

/** A number is given for good, so nobody gives it by opening a page. */
function MissingInvoices({
  search,
  missing,
}: {
  search: OrdersPrintSearch;
  missing: Report['missing'];
}) {
  const making = useInvoiceMaking(search, 'invoices');
  const toMake = missing.filter(({ refusal }) => refusal === null).map(({ orderId }) => orderId);
  const refusals = [...new Set(missing.flatMap(({ refusal }) => refusal ?? []))];
  return (
    <>
      {toMake.length > 0 && (
        <div className="mt-6 callout bg-raised px-4 py-3">
          <p>
            {toMake.length === 1
              ? `Order #${toMake[0]} has no invoice yet.`
              : `${toMake.length} orders have no invoice yet.`}{' '}
            Its number is final, and it shows your details as they are in Settings now.
          </p>
          <Button
            className="mt-3"
            disabled={making.isPending}
            onClick={() => making.mutate(toMake)}
          >
            {toMake.length === 1 ? 'Make invoice' : `Make ${toMake.length} invoices`}
          </Button>
          {making.error && (
            <p role="alert" className="mt-2 text-bad">
              {messageOf(making.error)}
            </p>
          )}
        </div>
      )}
      {refusals.length > 0 && (
        <ul role="status" className="mt-5 callout">
          {refusals.map((refusal) => (
            <li key={refusal}>{refusal}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * An invoice stays, even where its order came to nothing: the admin settles that beside the shop.
 */
function Cancelled({ invoices }: { invoices: Invoice[] }) {
  const cancelled = invoices.filter(
    ({ order }) => orderStatusTable[order.status].claim !== 'taken',
  );
  if (cancelled.length === 0) return null;
  return (
    <p role="status" className="mt-5 callout">
      {cancelled
        .map(
          ({ number, order }) =>
            `Invoice ${number}: order #${order.id} is ${orderStatusTable[order.status].label.toLowerCase()} now.`,
        )
        .join(' ')}{' '}
      The invoice still says “Paid in full”.
    </p>
  );
}
