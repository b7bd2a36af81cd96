/** Waiting lists: what can become of an entry, and how its link travels. Free of schemas, so pages may import it. */

import { keysOf } from '#contract/catalogue/statuses.ts';
import { type KeyedLink, keyedFragment, keyedLinkIn } from '#contract/messages/keyed-links.ts';

/** How an entry ends, with what its reader and the admin are told; whether a mail tells it too. */
export const entryEndTable = {
  bought: { text: 'You have bought it.', isMailed: false },
  passed: { text: 'Your time to buy it is over, and it has gone to the next in line.', isMailed: false },
  left: { text: 'You have left the waiting list.', isMailed: false },
  removed: { text: 'The seller has closed your place in the waiting list.', isMailed: false },
  double: { text: 'You are in line already. An earlier mail has the link to your place.', isMailed: false },
  free: { text: 'It is free: everybody can buy it now.', isMailed: false },
  sold: { text: 'It has been sold.', isMailed: true },
  gone: { text: 'The seller has taken it off sale.', isMailed: true },
  closed: { text: 'The shop keeps no waiting lists any more.', isMailed: true },
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
