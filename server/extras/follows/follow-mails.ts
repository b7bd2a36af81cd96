/** The mails about want lists, each by a dedupe key of its own. */

import type { Settings } from '#contract/admin/settings.ts';
import { listPath } from '#contract/catalogue/list-urls.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { followLink } from '#contract/extras/follows/follow-rules.ts';
import type { Context } from '#server/context.ts';
import { queueExtraMail } from '#server/features/messages/mail/mail.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { oneClickPath } from '#server/platform/http/one-click.ts';
import { followMailTemplates } from './follow-mail-templates.ts';
import type { FollowRow } from './follows.queries.ts';

const newsKey = (id: number, number: number) => `follow news ${id} ${number}`;

/** The dedupe keys of all mails about a followed list. */
export const mailKeysOf = ({ id, mails }: FollowRow): string[] => [
  `follow question ${id}`,
  ...Array.from({ length: mails }, (_, index) => newsKey(id, index + 1)),
];

const aboutOf = ({ id, follow_key: key, query }: FollowRow, name: string | null) => ({
  name,
  list: listPath(query),
  path: followLink(id, key),
});
const other = ({ email }: FollowRow) => ({ name: '', address: email });

/** Asks whether the address wants to follow the list. @param name null: not named (`MailedFollow`). */
export const mailQuestion = (ctx: Context, tx: Tx, row: FollowRow, name: string | null, settings: Settings): Promise<void> =>
  queueExtraMail(
    ctx,
    tx,
    {
      kind: 'follow_question',
      template: followMailTemplates.follow_question,
      other: other(row),
      dedupeKey: `follow question ${row.id}`,
      about: { ...aboutOf(row, name), pieces: [], more: 0 },
    },
    settings,
  );

/** Tells of what is new, once for each number. */
export const mailNews = (
  ctx: Context,
  tx: Tx,
  row: FollowRow,
  { name, number, pieces, more }: { name: string; number: number; pieces: Specimen[]; more: number },
  settings: Settings,
): Promise<void> =>
  queueExtraMail(
    ctx,
    tx,
    {
      kind: 'follow_news',
      template: followMailTemplates.follow_news,
      other: other(row),
      dedupeKey: newsKey(row.id, number),
      about: { ...aboutOf(row, name), pieces, more },
      unsubscribePath: oneClickPath('/api/follows', { id: row.id, key: row.follow_key }),
    },
    settings,
  );
