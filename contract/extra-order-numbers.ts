/** The whole numbers that extras keep in the setting `orders`, each under its name. A line an extra, in any order. */
export { waitingHours } from './extras/waiting-list/order-numbers.ts';
