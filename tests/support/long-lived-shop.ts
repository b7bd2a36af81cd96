/** A shop that is lived through by its clock alone: what its jobs do comes in rounds, with nothing waited for. */
import { setTimeout } from 'node:timers/promises';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import { clockInDoubtSince, clockWatch } from '#core/server/admin/schedule/clock.service.ts';
import { msUntilAnyDue, settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import type { Context } from '#core/server/context.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import type {} from '#features/copies/server/tables.ts';
import type { Alert } from '#features/health/contract/second-way.ts';
import { createWatch } from '#features/health/server/watch.service.ts';
import { visitorCounter } from '#features/visitors/server/visitors.service.ts';
import type { Delivery, SendMessage } from '#platform/mail/smtp.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { makeApp, type TestApp } from './app.ts';
import type { TestDatabase } from './databases.ts';
import { addSpecimens } from './specimens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Nothing that is no instant of its own is later than this. */
const STEP = 12 * HOUR;
const DAILY = 24 * HOUR;

/** A mail that was handed over, or may have been. */
type Handed = { id: string; kind: string; orderId: number | null; subject: string };

type Options = { database: TestDatabase; mediaStore: MediaStore; dataDir: string; start: Date };

/** Its jobs run only in `pass`. What it is told by the world, such as the disk and the mail server, the test sets. */
export async function longLivedShop({ database, mediaStore, dataDir, start }: Options) {
  const world = { freeShare: 0.5, mailServer: 'takes' as 'takes' | 'away' | 'hangs' };
  const handed: Handed[] = [];
  const alerts: Pick<Alert, 'condition' | 'state'>[] = [];
  let shop: TestApp;
  let elapsed = 0;
  let rounds: () => Promise<void>;
  let visitors: ReturnType<typeof visitorCounter>;
  let lastDaily = 0;

  async function open(at: Date): Promise<void> {
    const config = { dataDir, smtpUrl: 'smtp://mail.example', logLevel: 'silent' as const };
    shop = await makeApp(database, { mediaStore, config, start: at });
    const { ctx } = shop;
    const watchClock = clockWatch(ctx, () => elapsed);
    const watch = createWatch(
      ctx,
      {
        freeShare: async () => world.freeShare,
        ownAddress: async () => ({ problem: null, certificate: null }),
        clockOffsetMs: async () => null,
        getVersions: async () => '{}',
        version: '1.0.0',
      },
      async (_url, _headers, body) => {
        const { condition, state } = JSON.parse(body);
        alerts.push({ condition, state });
        return 200;
      },
    );
    visitors = visitorCounter(ctx);
    rounds = async () => {
      await watchClock();
      await settle(ctx);
      await sendMails(ctx);
      await watch();
      await ctx.room.tend(ctx.clock.now());
      if (ctx.clock.now().getTime() - lastDaily < DAILY) return;
      lastDaily = ctx.clock.now().getTime();
      await visitors.store();
      await clearOldIpAddresses(ctx, () => false);
      await cleanUpMedia(ctx, { files: true });
    };
  }

  async function sendMails(ctx: Context): Promise<void> {
    const { mailServer } = world;
    const send: SendMessage = async (_envelope, message) => {
      if (mailServer === 'away')
        return { result: 'refused', permanent: false, reason: '451 try again later' };
      const id = /^Message-ID: (\S+)/im.exec(message.toString())?.[1] ?? '';
      const mail = await database.db
        .selectFrom('mails')
        .selectAll()
        .where('message_id', '=', id)
        .executeTakeFirstOrThrow();
      handed.push({ id, kind: mail.kind, orderId: mail.order_id, subject: mail.subject });
      return mailServer === 'hangs' ? new Promise<Delivery>(() => {}) : { result: 'accepted' };
    };
    const sending = sendDueMails(ctx, send, () => false);
    if (mailServer !== 'hangs') await sending;
  }

  const plan = () =>
    database.db.selectFrom('copy_plans').select(['due_at', 'lease_until']).executeTakeFirst();
  /** Settles what is due, and waits for the copy that this begins, which the schedule does not. */
  async function settle(ctx: Context): Promise<void> {
    const at = ctx.clock.now().toISOString();
    const before = await plan();
    const isLeased = before?.lease_until != null && before.lease_until >= at;
    const begins =
      before?.due_at != null &&
      before.due_at <= at &&
      !isLeased &&
      (await clockInDoubtSince(ctx)) === null;
    await settleAllDue(ctx);
    if (!begins) return;
    for (
      let now = await plan();
      (now?.due_at ?? '') <= at || now?.lease_until != null;
      now = await plan()
    )
      await setTimeout(2);
  }

  await open(start);
  const now = () => shop.clock.now();

  /** Lets time pass, with a round at each instant at which something is due. */
  async function passUntil(instant: Date): Promise<void> {
    while (now() < instant) {
      // What stays due, as while the clock is in doubt, comes again after a while.
      const due = Math.max(MINUTE, await msUntilAnyDue(shop.ctx));
      const ms = Math.min(STEP, due, instant.getTime() - now().getTime());
      shop.clock.forward({ seconds: ms / 1000 });
      elapsed += ms;
      await rounds();
    }
  }

  return {
    world,
    handed,
    alerts,
    now,
    ctx: () => shop.ctx,
    admin: () => shop.admin(),
    visitor: () => shop.visitor(),
    see: (ipAddress: string) => visitors.see(ipAddress, 'A browser'),
    passUntil,
    pass: (hours: number) => passUntil(new Date(now().getTime() + hours * HOUR)),
    /** The clock is set, or the machine sleeps: no time passes by the clock that nobody sets. */
    async jump(hours: number): Promise<void> {
      shop.clock.forward({ hours });
      await rounds();
    },
    /** As `kill -9` leaves it: a mail handed over and nobody knows, a copy begun and its lease held; another process starts. */
    async killInTheMiddle(): Promise<void> {
      world.mailServer = 'hangs';
      const lease_until = new Date(now().getTime() + 10 * MINUTE).toISOString();
      await database.db
        .updateTable('copy_plans')
        .set({ due_at: now().toISOString(), lease_until })
        .execute();
      const before = handed.length;
      await rounds();
      while (handed.length === before) await setTimeout(2);
      await shop.app.close();
      world.mailServer = 'takes';
      await open(now());
    },
    /** Adds a piece with its files. */
    async addPiece(title: string, quantity: number): Promise<number> {
      const [id = 0] = await addSpecimens(shop.ctx, [{ title, quantity }]);
      const media = await database.db.selectFrom('media').selectAll().execute();
      for (const name of media.flatMap(filesOfMedium))
        if (!(await mediaStore.has(name)))
          await mediaStore.put(name, Buffer.from(`${name} of ${title}`));
      return id;
    },
    close: () => shop.app.close(),
  };
}
