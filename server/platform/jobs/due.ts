/** What becomes due at a time of its own: ends, reminders. A kind is one entry of a table; a round settles what is due of each. */

export type DueKind<Ctx> = {
  /** For the log. */
  name: string;
  /** The earliest instant at which one is or becomes due; null: none is waiting. */
  nextAt(ctx: Ctx): Promise<string | null>;
  /** The ids of those that are due at the instant, the earliest first, at most `limit`. */
  dueIds(ctx: Ctx, now: string, limit: number): Promise<number[]>;
  /** Settles one in a transaction that locks it and looks again whether it is still due: another process may have been faster. */
  settle(ctx: Ctx, id: number): Promise<void>;
};

const MAX_AT_ONCE = 500;

type Log = { error: (details: object, message: string) => void };

/** Settles what is due of every kind, each on its own: one that fails is logged, comes again in the next round and holds up no other. */
export async function settleDue<Ctx extends { log: Log }>(
  ctx: Ctx,
  kinds: readonly DueKind<Ctx>[],
  now: () => string,
  isStopping: () => boolean,
): Promise<void> {
  const attempt = async (kind: DueKind<Ctx>, work: () => Promise<void>, id?: number) => {
    try {
      await work();
    } catch (err) {
      ctx.log.error({ err, due: kind.name, id }, 'what is due could not be settled');
    }
  };
  for (const kind of kinds) {
    await attempt(kind, async () => {
      for (const id of await kind.dueIds(ctx, now(), MAX_AT_ONCE)) {
        if (isStopping()) return;
        await attempt(kind, () => kind.settle(ctx, id), id);
      }
    });
  }
}

/** Milliseconds until the next one of any kind is due; infinite where none is waiting. */
export async function msUntilDue<Ctx>(ctx: Ctx, kinds: readonly DueKind<Ctx>[], now: Date): Promise<number> {
  const instants = await Promise.all(kinds.map((kind) => kind.nextAt(ctx)));
  return Math.min(...instants.map((at) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at) - now.getTime())));
}
