import type { ReactNode } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import type { Seller } from '#features/paper/contract/paper.ts';
import type { PaperSize } from '#features/paper/contract/paper-sizes.ts';
import { lineHeight, linesOfText, pagesOf } from './document-pages.ts';
import { PaperDocument, paperLengths } from './papers.tsx';

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

export const linesOfSeller = ({ address, email, taxId }: Seller): number =>
  linesOfText([address, email, taxId].filter((line) => line !== '').join('\n'), 45);

export function DocumentHead({
  seller,
  title,
  facts,
}: {
  seller: Seller;
  title: string;
  facts: [string, ReactNode][];
}) {
  return (
    <header>
      <div className="flex items-start justify-between gap-[10mm]">
        <p className="font-serif text-[15pt] leading-tight">{seller.name}</p>
        <p className="max-w-[75mm] text-right text-[9pt] whitespace-pre-line">
          {[seller.address, seller.email, seller.taxId].filter((line) => line !== '').join('\n')}
        </p>
      </div>
      <div className="mt-[14mm] flex items-end justify-between gap-[10mm]">
        <h2>{title}</h2>
        <dl className="figures text-right text-[9pt]">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="inline text-quiet">{name}</dt> <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  );
}

export function Recipient({
  title,
  order,
}: {
  title: string;
  order: Pick<AdminOrder, 'customerName' | 'customerAddress'>;
}) {
  const lines = [order.customerName, order.customerAddress].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <section className="mt-[9mm]">
      <h3 className="label">{title}</h3>
      <p className="mt-[1mm] max-w-[90mm] text-[11pt] whitespace-pre-line">{lines.join('\n')}</p>
    </section>
  );
}

type PagesProps = {
  size: PaperSize;
  label: string;
  order: AdminOrder;
  hasPrices: boolean;
  head: ReactNode;
  senderLines: number;
  /** `tail` stands beneath the lines; its height is in millimeters. */
  tail: ReactNode;
  tailHeight: number;
};

/** In millimeters: a page's margins, sums of money, and a line of an address. */
const MARGINS = 32;
const PAGE_NUMBER = 8;
const SUMS = 26;
const TABLE_HEAD = 18;
const ADDRESS_LINE = 5.5;

export function OrderPages({
  size,
  label,
  order,
  hasPrices,
  head,
  senderLines,
  tail,
  tailHeight,
}: PagesProps) {
  const room = paperLengths[size].height - MARGINS - PAGE_NUMBER - TABLE_HEAD;
  const recipientLines = linesOfText(`${order.customerName}\n${order.customerAddress}`, 45) + 3;
  const pages = pagesOf(
    order.lines.map(({ title, imageUrl }) => lineHeight(title, !hasPrices && imageUrl !== '')),
    {
      first: room - (senderLines + recipientLines) * ADDRESS_LINE - 26,
      other: room,
      tail: tailHeight + (hasPrices ? SUMS : 0),
    },
  );
  return pages.map((places, index) => {
    const number = `${index + 1} of ${pages.length}`;
    return (
      <PaperDocument
        key={number}
        size={size}
        label={pages.length > 1 ? `${label}, ${number}` : label}
      >
        {pages.length > 1 && (
          <p className="figures mb-[3mm] text-right text-[9pt] text-quiet">
            Order #{order.id}, page {number}
          </p>
        )}
        {index === 0 && head}
        <DocumentLines
          order={order}
          lines={order.lines.filter((_, place) => places.includes(place))}
          hasPrices={hasPrices}
          hasSums={hasPrices && index === pages.length - 1}
        />
        {index === pages.length - 1 && tail}
      </PaperDocument>
    );
  });
}

type LinesProps = {
  order: AdminOrder;
  lines: AdminOrder['lines'];
  hasPrices: boolean;
  hasSums: boolean;
};

function DocumentLines({ order, lines, hasPrices, hasSums }: LinesProps) {
  return (
    <table className="figures">
      <thead className="label">
        <tr>
          <th scope="col" className="wide">
            Specimen
          </th>
          {hasPrices && <th scope="col">Price</th>}
          <th scope="col">Qty</th>
          {hasPrices && <th scope="col">Amount</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className="wide">
              <div className="flex items-start gap-[4mm]">
                {!hasPrices && line.imageUrl !== '' && (
                  <img
                    src={line.imageUrl}
                    alt=""
                    className="size-[16mm] flex-none bg-[#0b0a0c] object-cover"
                  />
                )}
                <span dir="auto" className="font-serif text-[12pt] leading-snug">
                  {line.title}
                </span>
              </div>
            </td>
            {hasPrices && <td>{dollars(line.price)}</td>}
            <td>{line.quantity}</td>
            {hasPrices && <td>{dollars(line.lineTotal)}</td>}
          </tr>
        ))}
        {hasSums && (
          <>
            <Sum name="Subtotal" value={dollars(order.subtotalAmount)} />
            <Sum
              name="Shipping"
              value={
                parseAmount(order.shippingAmount) === 0 ? 'Free' : dollars(order.shippingAmount)
              }
            />
            <Sum name="Total" value={dollars(order.totalAmount)} isTotal />
          </>
        )}
      </tbody>
    </table>
  );
}

const Sum = ({
  name,
  value,
  isTotal = false,
}: {
  name: string;
  value: string;
  isTotal?: boolean;
}) => (
  <tr className={isTotal ? 'total' : ''}>
    <td colSpan={3}>{name}</td>
    <td>{value}</td>
  </tr>
);

export const Rest = ({ printed, total }: { printed: number; total: number }) =>
  total > printed && (
    <p role="status" className="figures mt-4 text-quiet">
      {printed} of {total} orders, newest first. To print the others, filter the list in Orders.
    </p>
  );
