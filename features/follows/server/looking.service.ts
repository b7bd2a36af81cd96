import { parseRule } from '#core/contract/catalogue/collection-rules.ts';
import { DAY_MS, HOUR_MS } from '#core/contract/durations.ts';
import {
  matchingIds,
  specimensOf,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { readBuyer } from '#core/server/selling/buyers/buyers.service.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import { mailNews } from './follow-mails.ts';
import {
  type FollowRow,
  noteLook,
  selectDue,
  selectFollow,
  selectNextLook,
} from './follows.queries.ts';
import { MAX_MATCHES, nameOf } from './follows.service.ts';

/** After a mail, and while there is nothing to tell. */
const PAUSE_MS = { told: DAY_MS, quiet: HOUR_MS };
const MAX_TOLD = 20;

/** Sends at most one mail a day for each list. */
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
  // Before the transaction: the index may have to be read first.
  const name = pieces.length > 0 ? await nameOf(ctx, row.query) : '';
  await perform(ctx, 'system', async (act) => {
    const { tx } = act;
    const tells =
      pieces.length > 0 &&
      (await hasMailServer(act)) &&
      !(await readBuyer(tx, row.email)).isBlocked;
    const mails = row.mails + (tells ? 1 : 0);
    const lookAt = new Date(now + PAUSE_MS[tells ? 'told' : 'quiet']).toISOString();
    // Without a mail server nothing is told, and nothing is forgotten: it is new once there is one.
    const isHeard = pieces.length === 0 || tells;
    if (!(await noteLook(tx, row, { lookAt, known: isHeard ? known : row.known, mails }))) return;
    if (tells)
      await mailNews(act, row, {
        name,
        number: mails,
        pieces: pieces.slice(0, MAX_TOLD),
        more: Math.max(0, pieces.length - MAX_TOLD),
      });
  });
}

/** `known` is all that is known from now on. */
async function newsOf(ctx: Context, { query, known }: FollowRow) {
  const matching = await matchingIds(ctx, parseRule(query), MAX_MATCHES);
  const before = new Set(known);
  const added = matching.filter((id) => !before.has(id));
  const pieces = (await specimensOf(ctx, added, { hidden: false })).filter(
    ({ status }) => status !== 'sold',
  );
  return { pieces, known: [...known, ...added].slice(-2 * MAX_MATCHES) };
}
