/** This file is free of schemas, so pages may import it. */
import { type KeyedLink, keyedFragment, keyedLinkIn } from '#core/contract/messages/keyed-links.ts';

export const ONE_EMAIL_A_DAY =
  'One email a day at most, only when something new matches. Unsubscribe in one click.';
export const CONFIRM_ALERTS = 'Confirm email alerts';

export const FOLLOW_KEY_HEADER = 'follow-key';

/** A path of the site. */
export const followLink = (id: number, key: string): string =>
  `/follow${keyedFragment('follow', { id, key })}`;

export const followIn = (fragment: string): KeyedLink | null => keyedLinkIn(fragment, 'follow');
