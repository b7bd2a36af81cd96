/** Changing the lines and totals of an order until it is shipped, and asking its buyer. */
import { z } from 'zod';
import { amount, id, instant, text } from '#contract/text.ts';
import { proposalStates } from './order-changes.ts';
import { pieceChoices } from './order-money.ts';

/** A change that raises the total, as the order's page shows it. */
export const proposal = z.object({
  id,
  state: z.enum(proposalStates),
  /** What it changes, in sentences. */
  changes: z.array(z.string()),
  oldTotalAmount: amount,
  newTotalAmount: amount,
  madeAt: instant,
  /** Until when the buyer can answer; null: without end. */
  endsAt: instant.nullable(),
});

/** The buyer's answer. */
export const proposalAnswer = z.strictObject({ answer: z.enum(['accept', 'decline']) });

const quantity = z.int().min(1).max(9999);

/** What an order is to be, as typed. Lines that it does not name are taken out. */
export const orderChange = z.strictObject({
  /** The order's `contentsVersion` as the admin saw it, so that nothing is changed twice. */
  version: text(100),
  lines: z.array(z.strictObject({ id, price: text(100), quantity })).max(100),
  /** Pieces that are put in; without a price, at that of the specimen. */
  added: z
    .array(z.strictObject({ specimenId: id, quantity, price: text(100).optional() }))
    .max(20)
    .default([]),
  /** none: by the shop's rule. */
  shipping: text(100).optional(),
  /** What becomes of pieces that are taken out. */
  pieces: z.enum(pieceChoices).default('sale'),
  /** Whether the buyer is told of a change that does not raise the total. */
  writesToBuyer: z.boolean().default(true),
  /** Whether a buyer without an email address has said yes to a higher total. */
  buyerAgreed: z.boolean().default(false),
});

/** What a change would do, without doing it. */
export const changePreview = z.object({
  subtotalAmount: amount,
  shippingAmount: amount,
  totalAmount: amount,
  /** What it changes, in sentences; none: nothing. */
  changes: z.array(z.string()),
  /** Whether the total would rise, so that the buyer is asked. */
  needsYes: z.boolean(),
  /** What would be received beyond the total. */
  surplusAmount: amount,
  /** Why it is not possible, or null. */
  refusal: z.string().nullable(),
  /** The email that the buyer would get, or null. */
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
});

export type Proposal = z.infer<typeof proposal>;
export type OrderChange = z.infer<typeof orderChange>;
export type OrderChangeInput = z.input<typeof orderChange>;
export type ChangePreview = z.infer<typeof changePreview>;
export type ProposalAnswer = z.infer<typeof proposalAnswer>;
