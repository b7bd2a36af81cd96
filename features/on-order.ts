/** One line per feature of a buyer's order page, in any order. */
export { emailCorrections } from './email-corrections/web/on-order.tsx';
export { ownOrders } from './own-orders/web/on-order.tsx';
export { questions } from './questions/web/on-order.tsx';
