/** Want lists: how the link to one travels. Free of schemas, so pages may import it. */
import { type KeyedLink, keyedFragment, keyedLinkIn } from '#contract/messages/keyed-links.ts';

/** What the form and the first mail promise. */
export const ONE_EMAIL_A_DAY = 'One email a day at most, only when something new matches. Unsubscribe in one click.';
/** The button of the mail's link, and that of the page it leads to. */
export const CONFIRM_ALERTS = 'Confirm email alerts';

/** The header that carries the key of a link to a followed list. */
export const FOLLOW_KEY_HEADER = 'follow-key';

/** The link to a followed list, as a path of the site. */
export const followLink = (id: number, key: string): string => `/follow${keyedFragment('follow', { id, key })}`;

/** The followed list that a URL's fragment names; null where it names none. */
export const followIn = (fragment: string): KeyedLink | null => keyedLinkIn(fragment, 'follow');
