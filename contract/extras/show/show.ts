/** Mineral-show mode: what the admin's device takes along, and what the shop says of a piece that was sold twice. */
import { z } from 'zod';
import { orderKinds } from '#contract/selling/order-kinds.ts';
import { orderStatuses } from '#contract/selling/order-statuses.ts';
import { id, instant } from '#contract/text.ts';

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
});

export const showPieces = z.object({
  takenAt: instant,
  pieces: z.array(showPiece),
  /** How many there are in all; more than are listed where there are very many. */
  total: z.int(),
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

export type ShowPiece = z.infer<typeof showPiece>;
export type ShowPieces = z.infer<typeof showPieces>;
export type ShowClaims = z.infer<typeof showClaims>;
