import { z } from 'zod';
import { amount, id, instant, text, trimmed } from '#core/contract/text.ts';
import { proposalStates } from './order-changes.ts';
import { MAX_BUYER_WORDS } from './order-limits.ts';
import { pieceChoices } from './order-money.ts';

export const proposal = z.object({
  id,
  state: z.enum(proposalStates),
  /** In sentences. */
  changes: z.array(z.string()),
  oldTotalAmount: amount,
  newTotalAmount: amount,
  madeAt: instant,
  /** null: without end. */
  endsAt: instant.nullable(),
});

export const proposalAnswer = z.strictObject({ answer: z.enum(['accept', 'decline']) });

const quantity = z.int().min(1).max(9999);

/** The admin’s, in the email besides what it says; none: empty. */
export const ownWords = trimmed(MAX_BUYER_WORDS).default('');

/** Takes out lines that it does not name. */
export const orderChange = z.strictObject({
  /** `contentsVersion` as the admin saw it. */
  version: text(100),
  lines: z.array(z.strictObject({ id, price: text(100), quantity })).max(100),
  /** A piece without a price has the specimen's. */
  added: z
    .array(z.strictObject({ specimenId: id, quantity, price: text(100).optional() }))
    .max(20)
    .default([]),
  /** none: by the shop's rule. */
  shipping: text(100).optional(),
  pieces: z.enum(pieceChoices).default('sale'),
  /** Counts only where the buyer is not asked. */
  writesToBuyer: z.boolean().default(true),
  /** The buyer of an order by hand, or one without an email address, said yes to a higher total. */
  buyerAgreed: z.boolean().default(false),
  words: ownWords,
});

export const changePreview = z.object({
  subtotalAmount: amount,
  shippingAmount: amount,
  totalAmount: amount,
  /** In sentences; none: nothing changes. */
  changes: z.array(z.string()),
  needsYes: z.boolean(),
  surplusAmount: amount,
  /** null: it is possible. */
  refusal: z.string().nullable(),
  /** null: no email goes. */
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
});

export type Proposal = z.infer<typeof proposal>;
export type OrderChange = z.infer<typeof orderChange>;
export type OrderChangeInput = z.input<typeof orderChange>;
export type ChangePreview = z.infer<typeof changePreview>;
export type ProposalAnswer = z.infer<typeof proposalAnswer>;
