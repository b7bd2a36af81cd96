export type DueKind<Ctx> = {
  name: string;
  /** The earliest instant at which one is or becomes due; null: none is waiting. */
  nextAt(ctx: Ctx): Promise<string | null>;
  /** The earliest first. */
  dueIds(ctx: Ctx, now: string, limit: number): Promise<number[]>;
  /** Locks the row and looks again: another process may have been faster. */
  settle(ctx: Ctx, id: number): Promise<void>;
};

const MAX_AT_ONCE = 500;

type Log = { error: (details: object, message: string) => void };

/** A failure is logged, comes again in the next round and holds up no other. */
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

/** Infinite where none is waiting. */
export async function msUntilDue<Ctx>(
  ctx: Ctx,
  kinds: readonly DueKind<Ctx>[],
  now: Date,
): Promise<number> {
  const instants = await Promise.all(kinds.map((kind) => kind.nextAt(ctx)));
  return Math.min(
    ...instants.map((at) =>
      at === null ? Number.POSITIVE_INFINITY : Date.parse(at) - now.getTime(),
    ),
  );
}
