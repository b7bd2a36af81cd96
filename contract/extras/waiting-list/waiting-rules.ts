/** Waiting lists: what can become of an entry, and how its link travels. Free of schemas, so pages may import it. */

import { keysOf } from '#contract/catalogue/statuses.ts';
import { type KeyedLink, keyedFragment, keyedLinkIn } from '#contract/messages/keyed-links.ts';

/** How an entry ends, with what its reader and the admin are told; whether a mail tells it too. */
export const entryEndTable = {
  bought: { text: 'You’ve ordered it. Your order page shows what’s next.', isMailed: false },
  passed: { text: 'Your time to buy it has run out. It went to the next person in line or back on sale.', isMailed: true },
  left: { text: 'You left the waiting list.', isMailed: false },
  removed: { text: 'We took you off the waiting list. Questions? Just ask.', isMailed: false },
  displaced: { text: 'The waiting list was full, and your spot went to a buyer we know from an earlier order.', isMailed: true },
  double: { text: 'This email address is already on the waiting list. Use the link in our earlier email.', isMailed: false },
  free: { text: 'It’s available again: anyone can buy it.', isMailed: false },
  sold: { text: 'Sorry, it sold to someone else.', isMailed: true },
  gone: { text: 'Sorry, it’s no longer for sale.', isMailed: true },
  closed: { text: 'Sorry, we no longer offer waiting lists.', isMailed: true },
} as const satisfies Record<string, { text: string; isMailed: boolean }>;

export type EntryEnd = keyof typeof entryEndTable;
export const entryEnds = keysOf(entryEndTable);

/** The states of an entry: its address has yet to confirm it, it waits, or it alone may buy. */
export const openEntryStates = ['unconfirmed', 'waiting', 'offered'] as const;
export type EntryState = (typeof openEntryStates)[number] | EntryEnd;

/** The header that carries the key of a link to an entry. */
export const ENTRY_KEY_HEADER = 'entry-key';

/** The link to an entry, as a path of the site. */
export const entryPath = (id: number, key: string): string => `/in-line${keyedFragment('entry', { id, key })}`;

/** The entry that a URL's fragment names; null where it names none. */
export const entryIn = (fragment: string): KeyedLink | null => keyedLinkIn(fragment, 'entry');
