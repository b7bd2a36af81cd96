import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { formatDay } from '#ui/lib/format.ts';
import { Switch } from '#ui/switch.tsx';
import { linesOfText } from './document-pages.ts';
import { Loading, NO_ORDERS, NothingToPrint } from './loading.tsx';
import { DocumentHead, linesOfSeller, OrderPages, Recipient, Rest } from './order-document.tsx';
import { slipsQuery } from './paper-queries.ts';
import type { OrdersPrintSearch, PaperProps } from './paper-search.ts';
import { Papers, paperLengths } from './papers.tsx';
import { SizeChoice } from './size-choice.tsx';

export function Slips({ search, timeZone, onSearch }: PaperProps<OrdersPrintSearch>) {
  const hasPrices = search.prices === 'yes';
  return (
    <Loading query={slipsQuery(search)}>
      {({ orders, total, seller, size: usual }) => {
        const size = search.size ?? usual;
        const unpaid = orders.filter(({ status }) => orderStatusTable[status].claim !== 'taken');
        return (
          <Papers
            width={paperLengths[size].width}
            canPrint={orders.length > 0}
            options={
              <>
                <SizeChoice
                  size={size}
                  onChange={(chosen) => onSearch({ ...search, size: chosen })}
                />
                <Switch
                  label="Prices"
                  checked={hasPrices}
                  onChange={(on) => onSearch({ ...search, prices: on ? 'yes' : undefined })}
                />
              </>
            }
            notice={
              orders.length === 0 ? (
                <NothingToPrint text={NO_ORDERS} />
              ) : (
                <>
                  <Rest printed={orders.length} total={total} />
                  {unpaid.length > 0 && (
                    <p role="status" className="mt-5 callout">
                      Not paid:{' '}
                      {unpaid
                        .map(
                          ({ id, status }) =>
                            `order #${id} (${orderStatusTable[status].label.toLowerCase()})`,
                        )
                        .join(', ')}
                      .
                    </p>
                  )}
                </>
              )
            }
          >
            {orders.map((order) => (
              <OrderPages
                key={order.id}
                size={size}
                label={`Packing slip of order #${order.id}`}
                order={order}
                hasPrices={hasPrices}
                senderLines={linesOfSeller(seller)}
                tailHeight={
                  order.buyerNotes === null ? 0 : 12 + linesOfText(order.buyerNotes, 90) * 5
                }
                head={
                  <>
                    <DocumentHead
                      seller={{ ...seller, taxId: '' }}
                      title="Packing slip"
                      facts={[
                        ['Order', `#${order.id}`],
                        ['Date', formatDay(order.createdAt, timeZone)],
                        ...(order.trackingNumber === null
                          ? []
                          : [
                              [order.carrier ?? 'Tracking', order.trackingNumber] satisfies [
                                string,
                                string,
                              ],
                            ]),
                      ]}
                    />
                    <Recipient title="Ship to" order={order} />
                  </>
                }
                tail={
                  order.buyerNotes !== null && (
                    <section className="mt-[8mm]">
                      <h3 className="label">Your note</h3>
                      <p className="mt-[1mm] whitespace-pre-line">{order.buyerNotes}</p>
                    </section>
                  )
                }
              />
            ))}
          </Papers>
        );
      }}
    </Loading>
  );
}
