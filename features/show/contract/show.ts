import { z } from 'zod';
import { orderKinds } from '#core/contract/selling/order-kinds.ts';
import { moneyMethods } from '#core/contract/selling/order-money.ts';
import { orderStatuses } from '#core/contract/selling/order-statuses.ts';
import { amount, id, instant } from '#core/contract/text.ts';

export const showPiece = z.object({
  id,
  title: z.string(),
  catalogueNumber: z.string(),
  /** An amount; null: on request. */
  price: z.string().nullable(),
  priceCode: z.string().nullable(),
  free: z.int(),
  /** A small JPEG; empty without one. */
  picture: z.string(),
  holds: z.array(
    z.object({
      orderId: id,
      customerName: z.string(),
      pieces: z.int(),
      until: instant.nullable(),
      price: amount,
    }),
  ),
});

export const showPieces = z.object({
  takenAt: instant,
  pieces: z.array(showPiece),
  total: z.int(),
  sendsMail: z.boolean(),
  shopUrls: z.array(z.string()),
});

export const showClaim = z.object({
  orderId: id,
  kind: z.enum(orderKinds),
  status: z.enum(orderStatuses),
  placedAt: instant,
  /** Empty if unknown. */
  customerName: z.string(),
  pieces: z.int(),
});

export const showClaims = z.object({
  title: z.string(),
  free: z.int(),
  claims: z.array(showClaim),
});

/** Empty where nobody said. */
const showMethod = z.enum([...moneyMethods, '']);

/** The latest first. */
export const showTakings = z.object({
  day: z.string(),
  asOf: instant,
  received: amount,
  refunded: amount,
  ways: z.array(z.object({ method: showMethod, received: amount, refunded: amount })),
  moves: z.array(
    z.object({
      orderId: id,
      kind: z.enum(['payment', 'refund']),
      at: instant,
      amount,
      method: showMethod,
      lines: z.array(
        z.object({
          specimenId: id.nullable(),
          title: z.string(),
          quantity: z.int(),
          price: amount,
        }),
      ),
      customerName: z.string(),
      /** Empty if unknown. */
      customerEmail: z.string(),
      status: z.enum(orderStatuses),
      receivedAmount: amount,
      secretPath: z.string(),
    }),
  ),
});
/** A day of the shop's time zone; none: today. */
export const takingsQuery = z.strictObject({ day: z.iso.date().startsWith('2').optional() });

export type ShowTakings = z.infer<typeof showTakings>;
export type ShowPiece = z.infer<typeof showPiece>;
export type ShowPieces = z.infer<typeof showPieces>;
export type ShowClaims = z.infer<typeof showClaims>;
