import type { BuyerFields } from '#contract/selling/checkout.ts';

/** The contents of a checkout form, as typed. */
export function readBuyerFields(form: HTMLFormElement): BuyerFields {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    customerName: text('customerName'),
    customerEmail: text('customerEmail'),
    customerAddress: text('customerAddress'),
    venmoUsername: text('venmoUsername'),
    notes: text('notes'),
  };
}
