import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WholeSpecimen } from '#core/contract/catalogue/fact-texts.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import type {
  Certificate,
  OrderCertificates,
  SignedCertificate,
} from '#features/certificates/contract/certificates.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { backUp, newFolder, restore } from '#tests/support/backups.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { onEveryPair } from '#tests/support/stores.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';
import { changedFacts, sayTheSame } from './certificate-facts.ts';

test('a certificate from before a fact was known is not replaced as long as there is nothing to say', () => {
  const before = [{ name: 'title', label: 'Title', value: 'Halite' }];
  const species = { name: 'species', label: 'Species', value: '' };
  expect(sayTheSame(before, [...before, species])).toBe(true);
  expect(sayTheSame(before, [...before, { ...species, value: 'Halite' }])).toBe(false);
});

test('a certificate with British or straight words is neither replaced nor called changed', () => {
  const damage = (value: string) => [{ name: 'damage', label: 'Damage map', value }];
  const [before, now] = [
    damage('Chip (picture 1, centre); Contact (picture 2, top left)'),
    damage('Chip (photo 1, center); Contact (photo 2, top left)'),
  ];
  expect(sayTheSame(before, now)).toBe(true);
  expect(sayTheSame(before, damage('Chip (photo 1, center); Contact (photo 2, top)'))).toBe(false);
  const pinned = (id: string, x: number, y: number, kind: string) => ({
    kind: 'picture',
    id,
    pins: [{ kind, x, y, note: '' }],
  });
  const specimen = {
    main: pinned('a', 0.5, 0.5, 'chip'),
    additional: [pinned('b', 0.1, 0.1, 'contact')],
  } as unknown as WholeSpecimen;
  expect([changedFacts(before, specimen), changedFacts(now, specimen)]).toEqual([[], []]);
  expect(changedFacts(before, { ...specimen, additional: [] })).toEqual(['Damage map']);
});

onEveryPair((makeDatabase, makeStore, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let store: MediaStore;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    store = makeStore();
    shop = await makeApp(database, { mediaStore: store });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    admin = await shop.admin();
  });

  const piece = {
    title: 'Quartz “Herkimer” ❄ البلور',
    category: 'Crystals',
    price: '75.00',
    forSale: true,
    origin: 'Middleville, New York',
  };
  const known = {
    species: ['Quartz'],
    locality: ['Ace of Diamonds Mine', 'Middleville', 'New York', 'USA'],
    condition: 'Fine',
    disclosures: [{ kind: 'repaired', note: 'one tip' }],
    provenance: ['Ada Collector', 'Bo Dealer'],
  };
  const edit = async (id: number, change: object) => {
    const response = await admin.put(`/api/specimens/${id}`, {
      title: piece.title,
      category: piece.category,
      ...change,
    });
    expect(response.statusCode, response.body).toBe(200);
  };
  /** A piece and the order that holds it. */
  async function ordered(
    status: string,
    image?: Buffer,
  ): Promise<{ specimen: number; order: number; line: number }> {
    const data = JSON.stringify({
      ...piece,
      ...known,
      dimensions: '2 x 1 cm',
      description: 'One tip is repaired.\nSecond line.',
    });
    const parts = [{ name: 'data', value: data }, filePart('image', image ?? (await smallJpeg()))];
    const uploaded = await admin.request({
      method: 'POST',
      url: '/api/specimens',
      ...formOf(parts),
    });
    expect(uploaded.statusCode, uploaded.body).toBe(201);
    const specimen: number = uploaded.json().id;
    const { order } = (await shop.visitor().post('/api/orders', directBody(specimen))).json();
    await admin.put(`/api/orders/${order.id}/status`, { status });
    return { specimen, order: order.id, line: order.lines[0].id };
  }
  const certify = (order: number, lines: number[]) =>
    admin.post(`/api/manage/orders/${order}/certificates`, { lines });
  const made = async (order: number, line: number): Promise<OrderCertificates['certificates']> => {
    const response = await certify(order, [line]);
    expect(response.statusCode, response.body).toBe(200);
    return response.json().certificates;
  };
  const read = async (code: string): Promise<Certificate> =>
    (await shop.visitor().get(`/api/certificates/${code}`)).json();
  const outcome = async (code: string) => {
    const { state, changed } = await read(code);
    return [state, ...changed];
  };

  test('the signed file proves facts and picture by node:crypto alone, and names no buyer and no price', async () => {
    const { specimen, order, line } = await ordered('paid');
    const [{ code = '' } = {}] = await made(order, line);
    const certificate = await read(code);
    expect(certificate).toMatchObject({
      state: 'unchanged',
      url: `http://localhost:3000/certificate/${code}`,
    });

    const download = await shop.visitor().get(`/api/certificates/${code}/signed`);
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename="certificate-${code}.json"`,
    );
    const { document, signature, publicKey }: SignedCertificate = download.json();
    const key = createPublicKey(publicKey);
    const isSigned = (text: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    expect(isSigned(document)).toBe(true);
    expect(isSigned(document.replace('repaired', 'complete'))).toBe(false);
    const published = await shop.visitor().get('/api/certificate-key');
    expect(published.body).toBe(publicKey);
    const der = createPublicKey(published.body).export({ type: 'spki', format: 'der' });
    expect(createHash('sha256').update(der).digest('hex')).toMatch(
      new RegExp(`^${certificate.keyFingerprint}`),
    );

    const signed = JSON.parse(document);
    expect(signed).toEqual(certificate.signed);
    expect(signed).toMatchObject({
      code,
      format: 'druse-certificate-1',
      pieces: 1,
      specimen: { id: specimen, catalogueNumber: `#${specimen}` },
    });
    expect(
      signed.facts.map(({ name, value }: { name: string; value: string }) => [name, value]),
    ).toEqual([
      ['title', piece.title],
      ['locality', piece.origin],
      ['category', 'Crystals'],
      ['dimensions', '2 x 1 cm'],
      ['weight', ''],
      ['description', 'One tip is repaired.\nSecond line.'],
      ['species', 'Quartz'],
      ['associates', ''],
      ['places', 'Ace of Diamonds Mine, Middleville, New York, USA'],
      ['condition', 'Fine'],
      ['disclosures', 'Repaired: one tip'],
      ['damage', ''],
      ['fluorescence', ''],
      ['provenance', 'Ada Collector; Bo Dealer'],
    ]);
    // Written in its one canonical spelling: the names in order, nothing between.
    expect(document).toMatch(
      /^\{"code":"[^"]+","facts":\[\{"label":"Title","name":"title","value":"/,
    );
    for (const secret of ['75.00', 'Ada Buyer', 'ada@buyer.example', 'Quarry Road'])
      expect(download.body + JSON.stringify(certificate)).not.toContain(secret);

    const picture = await shop.visitor().get(signed.picture.path);
    expect([picture.statusCode, picture.headers['cache-control']]).toEqual([
      200,
      'private, no-cache',
    ]);
    expect(createHash('sha256').update(picture.rawPayload).digest('hex')).toBe(
      signed.picture.sha256,
    );
  });

  test('a certificate says what has changed since, and outlives the piece and its order', async () => {
    const { specimen, order, line } = await ordered('shipped');
    const [first] = await made(order, line);
    const code = first?.code ?? '';
    expect(await made(order, line), 'nothing has changed, so there is no other').toEqual([first]);
    await edit(specimen, {
      description: 'Both tips are repaired.',
      price: '5.00',
      tags: ['x'],
      disclosures: [{ kind: 'not-checked' }],
    });
    expect(await outcome(code)).toEqual(['changed', 'Description', 'Repairs and treatment']);
    shop.clock.forward({ hours: 1 });
    const both = await made(order, line);
    expect(both.map(({ state }) => state)).toEqual(['unchanged', 'replaced']);
    expect((await read(code)).signed?.facts).toContainEqual(
      expect.objectContaining({ name: 'description', value: 'One tip is repaired.\nSecond line.' }),
    );
    const latest = both[0]?.code ?? '';
    await edit(specimen, { visible: false });
    expect(await outcome(latest)).toEqual(['not_listed']);
    expect((await read(latest)).specimenPath).toBeNull();
    const { history } = (await admin.get(`/api/manage/orders/${order}`)).json();
    expect(
      history.filter(
        ({ text }: { text: string }) => text === `A certificate of ${piece.title} was made.`,
      ),
    ).toHaveLength(2);

    expect((await admin.delete(`/api/specimens/${specimen}`)).statusCode).toBe(204);
    const gone = await certify(order, [line]);
    expect([gone.statusCode, gone.json().message]).toEqual([
      409,
      `“${piece.title}” has been deleted from the collection, so it can’t be certified.`,
    ]);
    expect((await admin.delete(`/api/orders/${order}`)).statusCode).toBe(204);
    shop.clock.forward({ days: 2 });
    await cleanUpMedia(shop.ctx, { files: false });
    const { state, signed } = await read(latest);
    expect(state).toBe('not_listed');
    expect(await outcome(code)).toEqual(['replaced']);
    expect((await shop.visitor().get(signed?.picture?.path ?? '')).statusCode).toBe(200);
  });

  onTheOtherToo(
    'a chip that is pinned to a picture is on the certificate, and one that is pinned later changes it',
    async () => {
      const { specimen, order, line } = await ordered('paid');
      const pin = async (note: string) => {
        const pins = [{ kind: 'chip', x: 0.1, y: 0.9, note }];
        const main = { alt: '', light: null, pins };
        expect(
          (await admin.put(`/api/specimens/${specimen}/images`, { main, images: [] })).statusCode,
        ).toBe(200);
      };
      await pin('2 mm');
      const [{ code = '' } = {}] = await made(order, line);
      const damage = {
        name: 'damage',
        label: 'Damage map',
        value: 'Chip, 2 mm (photo 1, bottom left)',
      };
      expect((await read(code)).signed?.facts).toContainEqual(damage);
      await pin('4 mm');
      expect(await outcome(code)).toEqual(['changed', damage.label]);
    },
  );

  onTheOtherToo(
    'another main picture or catalogue number gets a certificate of its own',
    async () => {
      const { specimen, order, line } = await ordered('paid');
      const { specimen: other } = await ordered('pending', await smallJpeg(64, 40));
      const [{ code = '' } = {}] = await made(order, line);
      const { db } = database;
      const mainOf = (id: number) =>
        db
          .selectFrom('specimen_media')
          .select('media_id')
          .where('specimen_id', '=', id)
          .executeTakeFirstOrThrow();
      await db
        .updateTable('specimen_media')
        .set(await mainOf(other))
        .where('specimen_id', '=', specimen)
        .execute();
      await db
        .insertInto('import_references')
        .values({ kind: 'specimen', reference: `QZ-${specimen}`, target_id: specimen })
        .execute();
      expect(await outcome(code)).toEqual(['changed', 'Photo', 'Catalog number']);
      shop.clock.forward({ hours: 1 });
      const both = await made(order, line);
      expect(both.map(({ state }) => state)).toEqual(['unchanged', 'replaced']);
      expect(await made(order, line)).toEqual(both);

      await db
        .updateTable('certificates')
        .set(await mainOf((await ordered('pending', await smallJpeg(80, 40))).specimen))
        .where('code', '=', both[0]?.code ?? '')
        .execute();
      shop.clock.forward({ hours: 1 });
      expect(
        (await made(order, line)).map(({ state }) => state),
        'a forged one is not kept',
      ).toEqual(['unchanged', 'altered', 'replaced']);
    },
  );

  test('a certificate of a sale that was undone says so, unless it is paid for again', async () => {
    const { order, line } = await ordered('paid');
    const [{ code = '' } = {}] = await made(order, line);
    const move = (status: string) => admin.put(`/api/orders/${order}/status`, { status });
    await move('cancelled');
    const undone = await read(code);
    expect(undone).toMatchObject({ state: 'undone', signed: { code } });
    expect(JSON.stringify(undone)).not.toContain('Ada Buyer');
    await move('paid');
    expect(await outcome(code)).toEqual(['unchanged']);
    await move('cancelled');
    expect((await admin.delete(`/api/orders/${order}`)).statusCode).toBe(204);
    expect(await outcome(code)).toEqual(['undone']);
  });

  test('a row that was tampered with says so and shows nothing, whatever was changed', async () => {
    const { order, line } = await ordered('paid');
    const { line: otherLine, order: otherOrder } = await ordered('paid', await smallJpeg(64, 40));
    const [{ code = '' } = {}] = await made(order, line);
    const [{ code: other = '' } = {}] = await made(otherOrder, otherLine);
    const rows = database.db.selectFrom('certificates').selectAll();
    const before = await rows.where('code', '=', code).executeTakeFirstOrThrow();
    const foreign = await rows.where('code', '=', other).executeTakeFirstOrThrow();
    const changes = [
      { document: before.document.replace('Middleville', 'Herkimer') },
      { document: 'no JSON' },
      { signature: '' },
      { signature: foreign.signature },
      // Genuine, but of another certificate.
      { document: foreign.document, signature: foreign.signature },
      { image_url: foreign.image_url },
      { media_id: foreign.media_id },
      { media_id: null },
    ];
    for (const change of changes) {
      await database.db.updateTable('certificates').set(change).where('code', '=', code).execute();
      expect(await read(code), JSON.stringify(change)).toMatchObject({
        state: 'altered',
        signed: null,
        specimenPath: null,
      });
      await database.db.updateTable('certificates').set(before).where('code', '=', code).execute();
    }
    expect(await outcome(code)).toEqual(['unchanged']);

    const { stem } = await database.db
      .selectFrom('media')
      .select('stem')
      .where('id', '=', before.media_id ?? '')
      .executeTakeFirstOrThrow();
    for await (const { name } of store.list()) if (name.startsWith(stem)) await store.remove(name);
    expect(await read(code), 'a lost file is no forgery').toMatchObject({
      state: 'picture_missing',
      signed: { code },
      picturePath: null,
    });
  });

  test('only the admin certifies, only what is paid, and only lines of the order', async () => {
    const { order, line } = await ordered('pending');
    const refused = await certify(order, [line]);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Order #${order} is pending. Invoices and certificates need a paid order.`,
    ]);
    const { order: paid } = await ordered('paid');
    expect((await certify(paid, [line])).statusCode).toBe(404);
    const visitor = shop.visitor();
    expect((await visitor.get(`/api/manage/orders/${paid}/certificates`)).statusCode).toBe(401);
    expect(
      (await visitor.post(`/api/manage/orders/${paid}/certificates`, { lines: [line] })).statusCode,
    ).toBe(401);
    expect((await visitor.get('/api/certificates/00000-00000-00000-00000')).statusCode).toBe(404);
    expect((await visitor.get('/api/certificates/12')).statusCode).toBe(400);
  });

  onTheOtherToo(
    'a backup carries the key: a restored shop stands by its certificates',
    async () => {
      const { order, line } = await ordered('paid');
      const [{ code = '' } = {}] = await made(order, line);
      const restored = await makeSqlite();
      await restore(await backUp(database, newFolder()), restored, newFolder());
      const other = await makeApp(restored, { mediaStore: store });
      const certificate = (await other.visitor().get(`/api/certificates/${code}`)).json();
      expect(certificate).toEqual(await read(code));
      await other.app.close();
      await restored.close();
    },
  );
});
