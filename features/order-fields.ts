/** One line per feature's fields of the admin's order, under their API names, in any order. */
export * from './parcels/contract/order-fields.ts';
export * from './undo/contract/order-fields.ts';
