/** Mineral-show mode: what the admin's device takes along, and what the shop says of a piece that was sold twice. */
import { z } from 'zod';
import { orderKinds } from '#contract/selling/order-kinds.ts';
import { moneyMethods } from '#contract/selling/order-money.ts';
import { orderStatuses } from '#contract/selling/order-statuses.ts';
import { amount, id, instant } from '#contract/text.ts';

/** A piece as the device knows it. */
export const showPiece = z.object({
  id,
  title: z.string(),
  catalogueNumber: z.string(),
  /** As an amount; null: on request. */
  price: z.string().nullable(),
  /** The price in code; null without an amount or a code word. */
  priceCode: z.string().nullable(),
  /** Pieces that nobody has ordered or waits for. */
  free: z.int(),
  /** The URL of its main picture, or of the poster of its main video, as a small JPEG; empty without one. */
  picture: z.string(),
  /** Pieces that the admin has put on hold for somebody; visitors read only that it is on hold. */
  holds: z.array(z.object({ orderId: id, customerName: z.string(), pieces: z.int(), until: instant.nullable(), price: amount })),
});

export const showPieces = z.object({
  takenAt: instant,
  pieces: z.array(showPiece),
  /** How many there are in all; more than are listed where there are very many. */
  total: z.int(),
  /** Whether receipts can be emailed. */
  sendsMail: z.boolean(),
  /** Under which URLs labels of this shop were printed. */
  shopUrls: z.array(z.string()),
});

/** An order that has pieces of a specimen. */
export const showClaim = z.object({
  orderId: id,
  kind: z.enum(orderKinds),
  status: z.enum(orderStatuses),
  placedAt: instant,
  /** Empty if unknown. */
  customerName: z.string(),
  pieces: z.int(),
});

/** Who has a piece now: what the admin reads where it was sold at a show and elsewhere too. */
export const showClaims = z.object({ title: z.string(), free: z.int(), claims: z.array(showClaim) });

/** A kind of payment; empty where nobody said. */
const showMethod = z.enum([...moneyMethods, '']);

/** What came and went on a day for what was sold by hand, by kind of payment and one by one, the latest first. */
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
      lines: z.array(z.object({ specimenId: id.nullable(), title: z.string(), quantity: z.int(), price: amount })),
      customerName: z.string(),
      /** Empty if unknown. */
      customerEmail: z.string(),
      status: z.enum(orderStatuses),
      /** What the shop has of its buyer now. */
      receivedAmount: amount,
      /** Opens the receipt, as a path of the site. */
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
