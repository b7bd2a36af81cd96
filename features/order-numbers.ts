/** One line per feature's fields of the setting `orders`, in any order. */
export { mailDelay } from './undo/contract/order-numbers.ts';
export { waitingHours } from './waiting-list/contract/order-numbers.ts';
