/** Only an order's page needs it, so other pages don't download it. */
import { withoutAt } from './venmo.ts';

/** The URL that opens Venmo with everything filled in. `handle` with or without @, `amount` with two decimals. */
export function venmoLink(handle: string, amount: string, orderId: number): string {
  const name = encodeURIComponent(withoutAt(handle));
  return `https://venmo.com/${name}?txn=pay&amount=${encodeURIComponent(amount)}&note=${encodeURIComponent(`Order #${orderId}`)}`;
}
