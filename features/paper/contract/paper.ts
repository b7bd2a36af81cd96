import { z } from 'zod';
import { sizeClasses } from '#core/contract/catalogue/size-classes.ts';
import { manageQuery } from '#core/contract/catalogue/specimens.ts';
import { writtenFormula } from '#core/contract/catalogue/written-formula.ts';
import { idList } from '#core/contract/id-list.ts';
import { adminOrder } from '#core/contract/selling/orders.ts';
import { amount, id, instant } from '#core/contract/text.ts';
import { MAX_PRINTED_LABELS, paperSizes } from './paper-sizes.ts';
import { MAX_PRINTED_ORDERS } from './printed-orders.ts';

export const seller = z.object({
  name: z.string(),
  address: z.string(),
  taxId: z.string(),
  email: z.string(),
  footer: z.string(),
});

export const printedOrders = z.object({
  orders: z.array(adminOrder),
  total: z.int(),
  seller,
  size: z.enum(paperSizes),
});

export const invoice = z.object({
  /** Counted from 1 without a gap. */
  number: z.int(),
  issuedAt: instant,
  /** As it was when the invoice was made. */
  seller,
  order: adminOrder,
});

export const creditNote = invoice.extend({
  invoiceNumber: z.int(),
  amount,
  method: z.string().nullable(),
  /** The line that it is for; null: the whole order. */
  title: z.string().nullable(),
  /** The number of the credit note that it takes back, whose refund was corrected. */
  counters: z.int().nullable(),
  /** Credits the rest of an invoice whose order has changed; nothing was given back with it. */
  endsInvoice: z.boolean(),
});

export const invoicesInput = z.strictObject({ orders: z.array(id).min(1).max(MAX_PRINTED_ORDERS) });

export const invoices = z.object({
  invoices: z.array(invoice),
  /** `refusal`: why they can have none; null: they can. */
  missing: z.array(z.object({ orderId: id, refusal: z.string().nullable() })),
  /** Orders whose latest invoice, of this number, no longer says what they are. */
  outdated: z.array(z.object({ orderId: id, number: z.int() })),
  creditNotes: z.array(creditNote),
  uncredited: z.array(id),
  total: z.int(),
  size: z.enum(paperSizes),
});

export const labelsQuery = manageQuery
  .omit({ page: true })
  .extend({ specimens: idList(MAX_PRINTED_LABELS).optional() });

export const specimenLabel = z.object({
  specimenId: id,
  title: z.string(),
  /** The formula is null for a name that the shop's table does not know, and for a rock. */
  species: z.array(z.object({ name: z.string(), formula: writtenFormula.nullable() })),
  /** From mine to country where its levels are known, else the origin. */
  locality: z.string(),
  dimensions: z.string(),
  sizeClass: z.enum(sizeClasses).nullable(),
  catalogueNumber: z.string(),
  /** Null without an amount or a code word. */
  priceCode: z.string().nullable(),
  url: z.string(),
});

export const specimenLabels = z.object({
  labels: z.array(specimenLabel),
  total: z.int(),
  hasCodeWord: z.boolean(),
});

export type PrintedOrders = z.infer<typeof printedOrders>;
export type Seller = z.infer<typeof seller>;
export type Invoice = z.infer<typeof invoice>;
export type CreditNote = z.infer<typeof creditNote>;
export type Invoices = z.infer<typeof invoices>;
export type LabelsQuery = z.infer<typeof labelsQuery>;
export type SpecimenLabel = z.infer<typeof specimenLabel>;
export type SpecimenLabels = z.infer<typeof specimenLabels>;
