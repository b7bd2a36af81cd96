/** A shop that has nothing of its own begins with a copy of another, by the form. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpecimenCard } from '#core/contract/catalogue/specimens.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { contentOf, takeBackup } from '#features/backup/server/backup.service.ts';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import type { RestoreState } from '#features/copies/contract/copies.ts';
import { openArchive } from '#platform/backup/archive-check.ts';
import { openDatabase } from '#platform/db/open.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { allRows, newFolder } from '#tests/support/backups.ts';
import { bucketless, COPIES, copyingShop } from '#tests/support/copies.ts';
import { makeSqlite, onEveryDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { namesIn } from '#tests/support/stores.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { makeDueCopy } from './copies.service.ts';
import { newKeyWords } from './key-words.ts';
import { watched } from './watched.ts';

const RESTORE = '/api/manage/restore';
const PASSPHRASE = 'five random words of ours';
const NO_PLACE = { address: '', words: '', day: null };

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  /** A shop whose copy the tests restore; none of them changes it, or they put back what they did. */
  async function copied() {
    const mediaStore = diskStore(path.join(newFolder(), 'media'));
    // PGlite has one database at a time: that of the shop that begins with the copy.
    const source = await copyingShop(engine === 'pglite' ? makeSqlite : makeDatabase, {
      mediaStore,
    });
    const id = await addVideo(source.ctx);
    const row = await source.database.db
      .selectFrom('media')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const name of filesOfMedium(row)) await mediaStore.put(name, Buffer.from(name));
    const { words } = await source.makeKey();
    const address = newFolder();
    await source.add(address);
    await source.owner.post(`${COPIES}/now`);
    await makeDueCopy(source.ctx);
    return { source, mediaStore, words, address };
  }
  let copy: Awaited<ReturnType<typeof copied>>;
  beforeAll(async () => {
    copy = await copied();
  });
  afterAll(() => copy.source.close());

  /** @param held called where the shop asks its store for a file, or stores one. */
  async function setUp(held: { onPut?: () => Promise<void>; onOpen?: () => Promise<void> } = {}) {
    const { source, mediaStore, words, address } = copy;
    const database = await makeDatabase();
    const media = diskStore(path.join(newFolder(), 'media'));
    const shop = await makeApp(database, {
      mediaStore: {
        ...media,
        putFile: async (name, file) => {
          await held.onPut?.();
          return media.putFile(name, file);
        },
        open: async (name) => {
          await held.onOpen?.();
          return media.open(name);
        },
      },
    });
    const owner = await shop.admin();
    const close = async () => {
      await shop.app.close();
      await database.close();
    };
    const begin = (change = {}) =>
      owner.post(RESTORE, { ...bucketless, address, words, day: null, ...change });
    return { source, mediaStore, words, address, database, media, shop, owner, begin, close };
  }
  const outcome = (owner: Browser) =>
    expect
      .poll(async () => (await owner.get(RESTORE)).json<RestoreState>(), { timeout: 60_000 })
      .not.toMatchObject({ isRunning: true });
  const reopened = ({ visitor }: TestApp) =>
    expect.poll(async () => (await visitor().post('/api/auth/logout')).statusCode).not.toBe(503);

  test('an empty shop has everything of the copy, shows it at once, and asks its owner to log in as there', async () => {
    const { source, mediaStore, database, media, shop, owner, begin, close } = await setUp();
    expect((await owner.get(RESTORE)).json()).toEqual({
      contents: [],
      isRunning: false,
      problem: null,
      progress: null,
      replacedAt: null,
    });
    expect((await shop.visitor().get('/api/specimens')).json()).toEqual([]);
    const drops = shop.drops();
    expect((await begin()).json()).toEqual({
      contents: [],
      isRunning: true,
      problem: null,
      progress: expect.any(Object),
      replacedAt: null,
    });
    await outcome(owner);
    // The cached pages are those of the empty shop.
    await expect.poll(() => shop.drops()).toBe(drops + 1);
    expect((await owner.get(RESTORE)).statusCode).toBe(401);
    const cards = (await shop.visitor().get('/api/specimens')).json<SpecimenCard[]>();
    expect(cards.map(({ title }) => title)).toEqual(['Quartz']);
    expect(await namesIn(media)).toEqual(await namesIn(mediaStore));
    const [{ mails: _sent, ...before }, { mails: _held, ...after }] = [
      await allRows(source.database.db),
      await allRows(database.db),
    ];
    expect(after).toEqual(before);
    expect(
      await database.db.selectFrom('copy_places').selectAll().execute(),
      'it must not write into the places of the other',
    ).toEqual([]);
    await close();
  });

  onTheOtherToo(
    'a restore into a shop with pieces, with wrong words or of no copy is refused in words',
    async () => {
      const { shop, owner, address, begin, close } = await setUp();
      const problems: unknown[] = [];
      const elsewhere = newFolder();
      for (const change of [{ words: 'zoo zoo' }, { words: '' }]) {
        const response = await begin(change);
        expect(response.statusCode).toBe(400);
        problems.push(response.json<{ message: string }>().message);
      }
      for (const change of [
        { words: await newKeyWords() },
        { address: elsewhere },
        { day: '2020-02-29' },
      ]) {
        expect((await begin(change)).statusCode).toBe(200);
        await outcome(owner);
        problems.push((await owner.get(RESTORE)).json<RestoreState>().problem);
      }
      expect(problems).toEqual([
        'The key has 24 words. You entered 2.',
        'The key has 24 words. You entered 0.',
        `The copies in ${address} were made with another key. Use the words of that sheet.`,
        `There is no whole copy in ${elsewhere}.`,
        `There is no copy from 2020-02-29 in ${address}. The newest is from 2026-11-21.`,
      ]);
      await addSpecimens(shop.ctx, [{ title: 'Own' }]);
      expect((await begin()).json()).toMatchObject({
        message: 'Only an empty shop can begin with a copy, and this one has 1 specimen.',
      });
      expect((await shop.visitor().post(RESTORE, {})).statusCode).toBe(401);
      await close();
    },
  );

  test('a restore that is begun twice at once is refused the second time', async () => {
    const { owner, begin, close } = await setUp();
    const both = await Promise.all([begin(), begin()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      message: 'A copy is being restored right now.',
    });
    await outcome(owner);
    await close();
  });

  onTheOtherToo(
    'a damaged copy is refused by the name of its file, leaves the shop empty, and can be tried again',
    async () => {
      const { database, media, address, owner, begin, close } = await setUp();
      const file = path.join(
        address,
        readdirSync(address).find((name) => /^[0-9a-f]{12}-[0-9a-f]{40}\.age$/.test(name)) ?? '',
      );
      const bytes = readFileSync(file);
      writeFileSync(
        file,
        Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
      );
      await begin();
      await outcome(owner);
      expect((await owner.get(RESTORE)).json()).toMatchObject({
        contents: [],
        problem: `The copy from 2026-11-21 in ${address} cannot be restored: ${path.basename(file)} of the copy is damaged.`,
      });
      expect([
        await database.db.selectFrom('specimens').selectAll().execute(),
        await namesIn(media),
      ]).toEqual([[], []]);
      writeFileSync(file, bytes);
      await begin();
      await outcome(owner);
      expect(await database.db.selectFrom('specimens').select('title').execute()).toEqual([
        { title: 'Quartz' },
      ]);
      await close();
    },
  );

  const order = (shop: TestApp, id: number, key: string) =>
    shop.visitor().post('/api/orders', directBody(id), { 'idempotency-key': key });
  /** The first call waits until `go`. */
  function pause() {
    const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wait = async () => {
      reached.resolve();
      await going.promise;
    };
    return { reached: reached.promise, wait, go: going.resolve };
  }

  test('a restore names pieces and an order that came while the copy was read, and changes nothing', async () => {
    const storing = pause();
    const { database, media, shop, owner, begin, close } = await setUp({ onPut: storing.wait });
    await begin();
    await storing.reached;
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Own' }, { title: 'Another' }]);
    expect((await order(shop, id, 'a-key-of-its-own')).statusCode).toBe(201);
    const before = await allRows(database.db);
    storing.go();
    await outcome(owner);
    expect((await owner.get(RESTORE)).json()).toEqual({
      contents: ['2 specimens', '1 order'],
      isRunning: false,
      problem:
        'Nothing was changed: the shop now has 2 specimens and 1 order. Say whether the copy should replace that.',
      progress: null,
      replacedAt: null,
    });
    expect([await allRows(database.db), await namesIn(media)]).toEqual([before, []]);
    await close();
  });

  test('what a copy replaces with the owner’s word is kept in a file that the copy’s words open', async () => {
    const { database, words, shop, owner, begin, close } = await setUp();
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Own' }]);
    expect((await order(shop, id, 'a-key-of-its-own')).statusCode).toBe(201);
    const agreed = ['1 specimen', '1 order'];
    expect((await begin({ agreed: ['1 specimen'] })).statusCode).toBe(409);
    // No backup has addresses of the network.
    await database.db.updateTable('orders').set({ ip_address: '' }).execute();
    const { mails: _waiting, ...before } = await allRows(database.db);
    expect((await begin({ agreed })).statusCode).toBe(200);
    await outcome(owner);
    expect(await database.db.selectFrom('specimens').select('title').execute()).toEqual([
      { title: 'Quartz' },
    ]);
    await reopened(shop);
    const again = await shop.admin();
    expect((await again.get(RESTORE)).json<RestoreState>().replacedAt).toMatch(/^2026-11-21T/);
    const file = path.join(newFolder(), 'replaced.tar.age');
    writeFileSync(file, (await again.get(`${RESTORE}/replaced`)).rawPayload);
    const elsewhere = await makeSqlite();
    await restoreBackup(
      { ...elsewhere, config: { dataDir: newFolder() }, mediaStore: diskStore(newFolder()) },
      await openArchive(file, async () => words),
    );
    const { mails: _held, ...stored } = await allRows(elsewhere.db);
    expect(stored).toEqual(before);
    await elsewhere.close();
    await close();
  });

  test('a backup that the owner sends takes the place of the shop, whose former self its passphrase opens', async () => {
    const { source, mediaStore, database, shop, owner, close } = await setUp();
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Own' }]);
    expect(id).toBeGreaterThan(0);
    const { mails: _waiting, ...before } = await allRows(database.db);
    const agreed = ['1 specimen'];
    const taken = await takeBackup({ ...source.ctx, mediaStore });
    const { content } = await contentOf(taken, PASSPHRASE);
    const payload = await buffer(content);
    await taken.discard();
    const send = async (bytes: Buffer) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = await owner.request({
        method: 'POST',
        url: `${RESTORE}/file`,
        payload: bytes,
        headers,
      });
      expect(sent.statusCode, sent.body).toBe(200);
      return sent.json<{ file: string }>().file;
    };
    const begin = (file: string, passphrase: string) =>
      owner.post(RESTORE, { ...NO_PLACE, agreed, backup: { file, passphrase } });
    const former = await send(payload);
    const file = await send(payload);
    const gone = await begin(former, PASSPHRASE);
    expect([gone.statusCode, gone.json().message]).toEqual([
      404,
      'The backup is no longer here. Please send the file again.',
    ]);
    // Without one, nobody could open what the shop was.
    const secretless = await begin(file, 'short');
    expect(secretless.json().message).toContain('a passphrase of at least 12 characters');
    expect((await begin(file, 'another passphrase')).statusCode).toBe(200);
    await outcome(owner);
    expect((await owner.get(RESTORE)).json<RestoreState>().problem).toBe(
      'The backup cannot be restored: it is encrypted, and the passphrase is wrong, or the beginning of the file is damaged.',
    );
    const { mails: _still, ...unchanged } = await allRows(database.db);
    expect(unchanged).toEqual(before);

    expect((await begin(file, PASSPHRASE)).statusCode).toBe(200);
    await outcome(owner);
    await reopened(shop);
    expect(await database.db.selectFrom('specimens').select('title').execute()).toEqual([
      { title: 'Quartz' },
    ]);
    const again = await shop.admin();
    const replacedFile = path.join(newFolder(), 'replaced.tar.age');
    writeFileSync(replacedFile, (await again.get(`${RESTORE}/replaced`)).rawPayload);
    expect(
      (await openArchive(replacedFile, async () => PASSPHRASE)).manifest.tables.specimens,
    ).toBe(1);
    await close();
  });

  onTheOtherToo('each reading of an archive says how far it is, and ends whole', async () => {
    const told: [number, number][] = [];
    const chunks = [Buffer.alloc(3), Buffer.alloc(1)];
    const open = watched(
      async function* () {
        yield* chunks;
      },
      4,
      (pass, share) => told.push([pass, share]),
    );
    for (let pass = 0; pass < 2; pass += 1)
      expect(Buffer.concat(await Array.fromAsync(open()))).toHaveLength(4);
    expect(told).toEqual([
      [1, 0],
      [1, 0.75],
      [1, 1],
      [2, 0],
      [2, 0.75],
      [2, 1],
    ]);
  });

  // PGlite has one connection, which the rows have meanwhile.
  test.skipIf(engine === 'pglite')(
    'while rows are replaced, buyers read when to come back, and their order’s key stays valid',
    async () => {
      const keeping = pause();
      const { shop, owner, begin, close } = await setUp({ onOpen: keeping.wait });
      const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Own' }]);
      await begin({ agreed: ['1 specimen'] });
      await keeping.reached;
      const refused = await order(shop, id, 'a-key-of-its-own');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60']);
      expect(refused.json()).toMatchObject({
        message:
          'The shop will be back in a few minutes. Nothing was changed. Please try again then.',
      });
      const seen = (await shop.visitor().get('/api/specimens')).json<SpecimenCard[]>();
      expect(seen.map(({ title }) => title)).toEqual(['Own']);
      keeping.go();
      await outcome(owner);
      await reopened(shop);
      const [piece] = (await shop.visitor().get('/api/specimens')).json<SpecimenCard[]>();
      expect((await order(shop, piece?.id ?? 0, 'a-key-of-its-own')).statusCode).toBe(201);
      await close();
    },
  );

  // Two processes need a server between them.
  test.runIf(engine === 'postgres')(
    'while one process replaces rows, the others accept nothing and say when to come back',
    async () => {
      const keeping = pause();
      const { database, shop, owner, begin, close } = await setUp({ onOpen: keeping.wait });
      const others = await openDatabase({
        databaseUrl: database.environment?.DATABASE_URL ?? '',
        dataDir: newFolder(),
      });
      const other = await makeApp(others);
      const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Own' }]);
      await begin({ agreed: ['1 specimen'] });
      await keeping.reached;
      const refused = await order(other, id, 'a-key-of-its-own');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60']);
      expect(refused.json().message).toMatch(/^The shop will be back in a few minutes/);
      const seen = (await other.visitor().get('/api/specimens')).json<SpecimenCard[]>();
      expect(seen.map(({ title }) => title)).toEqual(['Own']);
      keeping.go();
      await outcome(owner);
      await reopened(other);
      const [piece] = (await other.visitor().get('/api/specimens')).json<SpecimenCard[]>();
      expect(piece?.title).toBe('Quartz');
      expect((await order(other, piece?.id ?? 0, 'a-key-of-its-own')).statusCode).toBe(201);
      await other.app.close();
      await others.close();
      await close();
    },
  );
});
