import { listPath } from '#core/contract/catalogue/list-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { Act } from '#core/server/act.ts';
import { queueFeatureMail } from '#core/server/messages/mail/mail.service.ts';
import { followLink } from '#features/follows/contract/follow-rules.ts';
import { oneClickPath } from '#platform/http/one-click.ts';
import { followMailTemplates } from './follow-mail-templates.ts';
import type { FollowRow } from './follows.queries.ts';

const newsKey = (id: number, number: number) => `follow news ${id} ${number}`;

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

/** @param name null: not named (`MailedFollow`). */
export const mailQuestion = (act: Act, row: FollowRow, name: string | null): Promise<void> =>
  queueFeatureMail(act, {
    kind: 'follow_question',
    template: followMailTemplates.follow_question,
    other: other(row),
    dedupeKey: `follow question ${row.id}`,
    about: { ...aboutOf(row, name), pieces: [], more: 0 },
  });

export const mailNews = (
  act: Act,
  row: FollowRow,
  {
    name,
    number,
    pieces,
    more,
  }: { name: string; number: number; pieces: Specimen[]; more: number },
): Promise<void> =>
  queueFeatureMail(act, {
    kind: 'follow_news',
    template: followMailTemplates.follow_news,
    other: other(row),
    dedupeKey: newsKey(row.id, number),
    about: { ...aboutOf(row, name), pieces, more },
    unsubscribePath: oneClickPath('/api/follows', { id: row.id, key: row.follow_key }),
  });
