/** What the admin prints: packing slips, invoices, labels. */
import { z } from 'zod';
import { sizeClasses } from '#contract/catalogue/size-classes.ts';
import { manageQuery } from '#contract/catalogue/specimens.ts';
import { writtenFormula } from '#contract/catalogue/written-formula.ts';
import { idList } from '#contract/id-list.ts';
import { adminOrder } from '#contract/selling/orders.ts';
import { amount, id, instant } from '#contract/text.ts';
import { MAX_PRINTED_LABELS, paperSizes } from './paper-sizes.ts';
import { MAX_PRINTED_ORDERS } from './printed-orders.ts';

/** Who sells, as slips and invoices say it. */
export const seller = z.object({ name: z.string(), address: z.string(), taxId: z.string(), email: z.string(), footer: z.string() });

/** The orders that there are, in the sequence asked for, and what slips say of the shop. */
export const printedOrders = z.object({
  orders: z.array(adminOrder),
  /** How many there are in all. */
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

/** What was given back of what an invoice says, which itself never changes. */
export const creditNote = invoice.extend({
  invoiceNumber: z.int(),
  amount,
  /** How it was given back. */
  method: z.string().nullable(),
  /** The line that it is for; null: for the order as a whole. */
  title: z.string().nullable(),
  /** Whether it credits all that is left of the invoice, as the order has changed since; nothing was given back with it. */
  endsInvoice: z.boolean(),
});

export const invoicesInput = z.strictObject({ orders: z.array(id).min(1).max(MAX_PRINTED_ORDERS) });

export const invoices = z.object({
  invoices: z.array(invoice),
  /** Orders without one; why they can have none, or null. */
  missing: z.array(z.object({ orderId: id, refusal: z.string().nullable() })),
  /** Orders whose latest invoice, of this number, no longer says what they are. */
  outdated: z.array(z.object({ orderId: id, number: z.int() })),
  creditNotes: z.array(creditNote),
  /** Orders with an invoice and a refund that has no credit note yet. */
  uncredited: z.array(id),
  /** How many orders there are in all. */
  total: z.int(),
  size: z.enum(paperSizes),
});

/** Which specimens: these, or all that the filters of Manage show. */
export const labelsQuery = manageQuery.omit({ page: true }).extend({ specimens: idList(MAX_PRINTED_LABELS).optional() });

export const specimenLabel = z.object({
  specimenId: id,
  title: z.string(),
  /** The main ones; the formula is null for a name that the shop's table does not know, and for a rock. */
  species: z.array(z.object({ name: z.string(), formula: writtenFormula.nullable() })),
  /** From mine to country where its levels are known, else the origin. */
  locality: z.string(),
  dimensions: z.string(),
  sizeClass: z.enum(sizeClasses).nullable(),
  catalogueNumber: z.string(),
  /** The price in code; null without an amount or a code word. */
  priceCode: z.string().nullable(),
  /** The whole URL of the specimen's page, as short as it gets. */
  url: z.string(),
});

export const specimenLabels = z.object({
  labels: z.array(specimenLabel),
  /** How many there are in all. */
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
