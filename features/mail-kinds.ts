/** One line per feature's mails to the admin, in any order; all its others go to buyers. */
export * from './own-orders/contract/mail-kinds.ts';
export { inquiry } from './questions/contract/mail-kinds.ts';
