import type { Context } from '#server/context.ts';
import type { StockFollower } from '#server/extra.ts';
import { pluggedInto } from '#server/plugged-in.ts';

/** What extras do in a transaction that changes stock; made before it begins. The caller invalidates the specimens' pages. */
export async function stockFollower(ctx: Context): Promise<StockFollower> {
  const followers = await Promise.all(pluggedInto('stockFollower').map((follow) => follow(ctx)));
  return async (tx, specimenIds) => {
    for (const follow of followers) await follow(tx, specimenIds);
  };
}
