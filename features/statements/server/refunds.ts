import type { Sliced } from '#platform/jobs/slices.ts';
import { isOutgoing, isRefund, isTransfer } from './match-rules.ts';
import type { MatchableOrder } from './matchable-orders.ts';
import { nameKey, orderNumbers } from './notes.ts';
import type { StatementLine } from './statement.ts';

export type WasGivenBack = (line: StatementLine, order: MatchableOrder) => boolean;

/** What went back before a payment came is of another. */
export function* findRefunds(lines: readonly StatementLine[]): Sliced<WasGivenBack> {
  const latest = new Map<string, number>();
  for (const line of lines) {
    yield;
    for (const key of keysBack(line))
      latest.set(
        key,
        Math.max(
          line.time ?? Number.POSITIVE_INFINITY,
          latest.get(key) ?? Number.NEGATIVE_INFINITY,
        ),
      );
  }
  return (line, order) =>
    [
      idKey(line),
      numberKey(order.id),
      sameKey(line, numberKey(order.id)),
      sameKey(line, nameKey(line.from)),
    ].some((key) => {
      const time = latest.get(key);
      return time !== undefined && time >= (line.time ?? Number.NEGATIVE_INFINITY);
    });
}

/**
 * A refund goes by the payment's id, the order's number, the person and the amount. A payment by
 * the shop may be postage, unless its amount is the same.
 */
function keysBack(line: StatementLine): string[] {
  const isNamed = isRefund(line);
  if (!isNamed && (!isOutgoing(line) || isTransfer(line))) return [];
  const numbers = orderNumbers(line.note).map(numberKey);
  const people = [line.from, line.to].map(nameKey).filter((name) => name !== '');
  const same = [...numbers, ...people].map((whom) => sameKey(line, whom));
  return isNamed ? [idKey(line), ...numbers, ...same] : same;
}

const idKey = ({ paymentId }: StatementLine) => `id ${paymentId}`;
const numberKey = (id: number) => `#${id}`;
const sameKey = ({ cents }: StatementLine, whom: string) => `${Math.abs(cents ?? 0)} ${whom}`;
