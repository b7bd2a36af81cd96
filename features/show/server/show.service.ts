import { setImmediate } from 'node:timers/promises';
import type { Picture } from '#core/contract/media/media.ts';
import { renditionUrl, sizesIn } from '#core/contract/media/media-urls.ts';
import { formatAmount } from '#core/contract/money.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import {
  mainPictures,
  noSuchSpecimen,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { readStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { priceInCode } from '#features/paper/contract/price-code.ts';
import { catalogueNumbers } from '#features/paper/server/catalogue-numbers.service.ts';
import type { ShowClaims, ShowPiece, ShowPieces } from '#features/show/contract/show.ts';
import { instantOf } from '#platform/clock.ts';
import { selectClaims, selectForShow, selectHeldByHand } from './show.queries.ts';

/** A shop has fewer; a list without an end would fill a phone. */
export const MAX_SHOW_PIECES = 10_000;
const BATCH = 200;
const MAX_CLAIMS = 10;

/** Includes hidden pieces, and those on hold, so scanning their labels says so. */
export async function readShowPieces(ctx: Context): Promise<ShowPieces> {
  const takenAt = instantOf(ctx.clock);
  const { codeWord } = await readSetting(ctx, 'paper');
  const pieces: ShowPiece[] = [];
  let total = 0;
  for (let last = 0; ; ) {
    const rows = await selectForShow(ctx.db, last, BATCH);
    total += rows.length;
    const wanted = rows.slice(0, MAX_SHOW_PIECES - pieces.length);
    const ids = wanted.map(({ id }) => id);
    const [numbers, pictures, held] = await Promise.all([
      catalogueNumbers(ctx.db, ids),
      mainPictures(ctx.db, ids),
      selectHeldByHand(ctx.db, ids),
    ]);
    const holdsOf = Map.groupBy(held, ({ specimen_id }) => specimen_id);
    for (const row of wanted) {
      pieces.push({
        id: row.id,
        title: row.title,
        catalogueNumber: numbers.get(row.id) ?? '',
        price: row.price_cents === null ? null : formatAmount(row.price_cents),
        priceCode: row.price_cents === null ? null : priceInCode(row.price_cents, codeWord),
        free:
          row.status_by_hand === 'pending' ? 0 : Math.max(0, row.quantity - row.held - row.waiting),
        picture: smallest(pictures.get(row.id)),
        holds: (holdsOf.get(row.id) ?? []).map(
          ({ id, customer_name, hold_ends_at, quantity, price_cents }) => ({
            orderId: id,
            customerName: customer_name,
            pieces: quantity,
            until: hold_ends_at,
            price: formatAmount(price_cents),
          }),
        ),
      });
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
    // Others get their turn.
    await setImmediate();
  }
  const { publicUrl, port } = ctx.config;
  return {
    takenAt,
    pieces,
    total,
    sendsMail: await hasMailServer(ctx),
    shopUrls: [publicUrl ?? `http://localhost:${port}`],
  };
}

const smallest = (picture: Picture | undefined): string =>
  picture ? renditionUrl(picture.id, sizesIn(picture, 'jpg')[0] ?? 'full', 'jpg') : '';

/** @throws Problem not_found */
export async function readShowClaims(ctx: Context, specimenId: number): Promise<ShowClaims> {
  const stock = (await readStock(ctx.db, [specimenId])).get(specimenId);
  if (!stock) throw noSuchSpecimen();
  const claims = await selectClaims(ctx.db, specimenId, MAX_CLAIMS);
  return {
    title: stock.title,
    free:
      stock.status_by_hand === 'sold'
        ? 0
        : Math.max(0, stock.quantity - stock.held - stock.waiting),
    claims: claims.map(({ id, kind, status, created_at, customer_name, quantity }) => ({
      orderId: id,
      kind,
      status,
      placedAt: created_at,
      customerName: customer_name,
      pieces: quantity,
    })),
  };
}
