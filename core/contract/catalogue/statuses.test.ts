/** The compiler names what a new status forgets; these types must not compile. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type MailStatus, mailKinds, mailStatuses } from '#core/contract/messages/mail-statuses.ts';
import {
  type OrderStatus,
  type OrderStatusEntry,
  orderStatuses,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import type { AdminOrder, OrdersPage } from '#core/contract/selling/orders.ts';
import type { MailRow } from '#core/server/messages/mail/mails.queries.ts';
import type { OrderRow } from '#core/server/selling/orders/orders.queries.ts';
import type { ManagePage, Specimen } from './specimens.ts';
import { type SpecimenStatus, sentenceCase, specimenStatusTable } from './statuses.ts';

// By the compiler: a status has one type in table, API and database.
expectTypeOf<AdminOrder['status']>().toEqualTypeOf<OrderStatus>();
expectTypeOf<OrderRow['status']>().toEqualTypeOf<OrderStatus>();
expectTypeOf<keyof OrdersPage['counts']>().toEqualTypeOf<OrderStatus | 'all' | 'overdue'>();
expectTypeOf<Specimen['status']>().toEqualTypeOf<SpecimenStatus>();
expectTypeOf<keyof ManagePage['counts']>().toEqualTypeOf<
  SpecimenStatus | 'all' | 'visible' | 'hidden'
>();
expectTypeOf<MailRow['status']>().toEqualTypeOf<MailStatus>();

describe('a status', () => {
  test('a status with an incomplete entry does not compile', () => {
    const { label: _label, ...unnamed } = orderStatusTable.paid;
    // @ts-expect-error a label is missing
    const incomplete: typeof orderStatusTable.paid = unnamed;
    expect(incomplete).not.toHaveProperty('label');
  });

  test('an order that has ended cannot be said to have taken its pieces, which only who has paid does', () => {
    const { cancelled } = orderStatusTable;
    // @ts-expect-error the ledger, invoices and totals would count it as paid
    const refunded: OrderStatusEntry = { ...cancelled, claim: 'taken' };
    const returned: OrderStatusEntry = { ...cancelled, paidAt: 'unchanged' };
    expect([refunded, returned].map(({ progress }) => progress)).toEqual([null, null]);
  });

  test('every status of the specification is in the table', () => {
    expect(orderStatuses).toEqual(
      expect.arrayContaining(['pending', 'paid', 'shipped', 'delivered', 'cancelled']),
    );
    expect(Object.keys(specimenStatusTable)).toEqual(['available', 'pending', 'sold']);
    expect(mailStatuses).toEqual(['kept', 'waiting', 'sending', 'sent', 'failed', 'uncertain']);
    expect(mailKinds).toEqual(
      expect.arrayContaining([
        'order_placed',
        'order_paid',
        'order_shipped',
        'order_cancelled',
        'new_order',
      ]),
    );
  });

  test('a label is in title case, or in lower case within a sentence', () => {
    expect(
      Object.values(specimenStatusTable).map(({ label }) => [label, sentenceCase(label)]),
    ).toEqual([
      ['Available', 'Available'],
      ['Pending Sale', 'Pending sale'],
      ['Sold', 'Sold'],
    ]);
  });
});
