/** This file is free of schemas, so pages may import it. */

import { type KeyedLink, keyedFragment, keyedLinkIn } from '#core/contract/messages/keyed-links.ts';
import { keysOf } from '#core/contract/tables.ts';

export const entryEndTable = {
  bought: { text: 'You’ve ordered it. Your order page shows what’s next.', isMailed: false },
  passed: {
    text: 'Your time to buy it has run out. It went to the next person in line or back on sale.',
    isMailed: true,
  },
  left: { text: 'You left the waiting list.', isMailed: false },
  removed: { text: 'We took you off the waiting list. Questions? Just ask.', isMailed: false },
  displaced: {
    text: 'The waiting list was full, and your spot went to a buyer we know from an earlier order.',
    isMailed: true,
  },
  double: {
    text: 'This email address is already on the waiting list. Use the link in our earlier email.',
    isMailed: false,
  },
  free: { text: 'It’s available again: anyone can buy it.', isMailed: false },
  sold: { text: 'Sorry, it sold to someone else.', isMailed: true },
  gone: { text: 'Sorry, it’s no longer for sale.', isMailed: true },
  closed: { text: 'Sorry, we no longer offer waiting lists.', isMailed: true },
} as const satisfies Record<string, { text: string; isMailed: boolean }>;

export type EntryEnd = keyof typeof entryEndTable;
export const entryEnds = keysOf(entryEndTable);

export const openEntryStates = ['unconfirmed', 'waiting', 'offered'] as const;
export type EntryState = (typeof openEntryStates)[number] | EntryEnd;

export const ENTRY_KEY_HEADER = 'entry-key';

/** A path of the site. */
export const entryPath = (id: number, key: string): string =>
  `/in-line${keyedFragment('entry', { id, key })}`;

export const entryIn = (fragment: string): KeyedLink | null => keyedLinkIn(fragment, 'entry');
