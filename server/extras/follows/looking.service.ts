/** Looks at followed lists, and tells by mail what is new in them. */

import { parseRule } from '#contract/catalogue/collection-rules.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { matchingIds, specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { readBuyer } from '#server/features/selling/buyers/buyers.service.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { mailNews } from './follow-mails.ts';
import { type FollowRow, noteLook, selectDue, selectFollow, selectNextLook } from './follows.queries.ts';
import { MAX_MATCHES, nameOf } from './follows.service.ts';

const HOUR_MS = 60 * 60_000;
/** After a mail, and while there is nothing to tell. */
const PAUSE_MS = { told: 24 * HOUR_MS, quiet: HOUR_MS };
/** What a mail names; the rest is in the list. */
const MAX_TOLD = 20;

/** Followed lists whose time has come: at most one mail a day each. */
export const followedListLooks: DueKind<Context> = {
  name: 'followed lists',
  nextAt: ({ db }) => selectNextLook(db),
  dueIds: ({ db }, now, limit) => selectDue(db, now, limit),
  settle: look,
};

async function look(ctx: Context, id: number): Promise<void> {
  const row = await selectFollow(ctx.db, id);
  const now = ctx.clock.now().getTime();
  if (!row?.look_at || Date.parse(row.look_at) > now) return;
  const { pieces, known } = await newsOf(ctx, row);
  const settings = await readSettings(ctx);
  // Before the transaction: the index may have to be read first.
  const name = pieces.length > 0 ? await nameOf(ctx, row.query) : '';
  await inTransaction(ctx.db, async (tx) => {
    const tells = pieces.length > 0 && (await hasMailServer(ctx, tx)) && !(await readBuyer(tx, row.email)).isBlocked;
    const mails = row.mails + (tells ? 1 : 0);
    const lookAt = new Date(now + PAUSE_MS[tells ? 'told' : 'quiet']).toISOString();
    // Without a mail server nothing is told, and nothing is forgotten: it is new once there is one.
    const isHeard = pieces.length === 0 || tells;
    if (!(await noteLook(tx, row, { lookAt, known: isHeard ? known : row.known, mails }))) return;
    if (tells)
      await mailNews(
        ctx,
        tx,
        row,
        { name, number: mails, pieces: pieces.slice(0, MAX_TOLD), more: Math.max(0, pieces.length - MAX_TOLD) },
        settings,
      );
  });
}

/** What matches and did not when the list was looked at last, without what is sold; and all that is known from now on. */
async function newsOf(ctx: Context, { query, known }: FollowRow) {
  const matching = await matchingIds(ctx, parseRule(query), MAX_MATCHES);
  const before = new Set(known);
  const added = matching.filter((id) => !before.has(id));
  const pieces = (await specimensOf(ctx, added, { hidden: false })).filter(({ status }) => status !== 'sold');
  return { pieces, known: [...known, ...added].slice(-2 * MAX_MATCHES) };
}
