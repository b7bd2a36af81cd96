import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import { runDueJobs } from '#core/server/media/files/jobs/media-worker.service.ts';
import { addMedia } from '#core/server/media/files/media.service.ts';
import { stemIn } from '#core/server/media/files/media-files.service.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { pngClaiming, resized } from '#tests/support/odd-pictures.ts';
import { namesIn, onEveryPair } from '#tests/support/stores.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import {
  box,
  filePart,
  fileTypeBox,
  formOf,
  type Part,
  smallJpeg,
  smallPicture,
} from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';

onEveryPair((makeDatabase, makeStore, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let dataDir: string;
  let failPut: ((name: string) => void | Promise<void>) | null = null;

  beforeAll(async () => {
    database = await makeDatabase();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'ingest-'));
    const store = makeStore();
    const mediaStore: MediaStore = {
      ...store,
      putFile: async (name, localPath) => {
        await failPut?.(name);
        return store.putFile(name, localPath);
      },
    };
    shop = await makeApp(database, { mediaStore, config: { dataDir } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const post = (parts: Part[], browser = admin) =>
    browser.request({ method: 'POST', url: '/api/media', ...formOf(parts) });
  const upload = (bytes: Uint8Array, filename = 'stone.jpg') =>
    post([filePart('image', bytes, filename)]);
  const ingested = async (bytes: Uint8Array): Promise<Picture> => {
    const response = await upload(bytes);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const stored = () => namesIn(shop.ctx.mediaStore);
  const leftovers = () => readdirSync(path.join(dataDir, 'uploads'));
  const media = () => shop.ctx.db.selectFrom('media').select('id').execute();

  describe('a picture', () => {
    test('is stored as upright renditions without metadata, under a name that does not follow from the file', async () => {
      const bytes = await smallPicture(700, 400)
        .withExif({
          IFD0: { Artist: 'Somebody' },
          IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
        })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const picture = await ingested(bytes);
      const { id } = picture;
      expect(createHash('sha256').update(bytes).digest('hex')).not.toContain(id.slice(0, 8));
      expect(picture).toEqual({
        kind: 'picture',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        width: 400,
        height: 700,
        widths: [320],
        complete: true,
        placeholder: expect.stringMatching(/^data:image\/webp/),
        alt: '',
        light: null,
      });
      for (const size of ['320', 'full']) {
        for (const format of ['avif', 'jpg']) {
          const file = await admin.get(`/media/${id}-${size}.${format}`);
          expect(file.statusCode).toBe(200);
          const { width, exif, orientation } = await sharp(file.rawPayload).metadata();
          expect([width, exif, orientation]).toEqual([
            size === 'full' ? 400 : 320,
            undefined,
            undefined,
          ]);
        }
      }
      expect((await stored()).filter((name) => name.startsWith(id)).toSorted()).toEqual(
        [320, 'full']
          .flatMap((size) => [`${id}-${size}.avif`, `${id}-${size}.jpg`])
          .concat(`${id}-preview.jpg`),
      );
      expect(await stored()).toContain(`private/${id}.jpg`);
      expect((await shop.visitor().get(`/media/private/${id}.jpg`)).statusCode).toBe(404);
      expect((await admin.get(`/media/private%2F${id}.jpg`)).statusCode).toBe(404);
      expect(leftovers()).toEqual([]);
    });

    test.each(
      engine === 'sqlite' || isThorough
        ? (['jpeg', 'png', 'webp', 'avif'] as const)
        : (['jpeg'] as const),
    )(
      'with EXIF, XMP and a colour profile, sent as %s, has none of them in any rendition',
      async (format) => {
        const xmp =
          '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';
        const bytes = await smallPicture(1_000, 100)
          .withExif({
            IFD0: { Artist: 'Somebody' },
            IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
          })
          .withXmp(xmp)
          .withIccProfile('p3')
          .toFormat(format)
          .toBuffer();
        const sent = await sharp(bytes).metadata();
        expect([sent.exif, sent.xmp, sent.icc].map((found) => found !== undefined)).toEqual([
          true,
          true,
          true,
        ]);

        const { id, placeholder } = await ingested(bytes);
        const { signal } = new AbortController();
        await runDueJobs(shop.ctx, 'renditions', signal);
        const names = (await stored()).filter((name) => name.startsWith(id));
        // Three widths and the full size in two formats, and the preview.
        expect(names).toHaveLength(9);
        const files: Buffer[] = [
          Buffer.from(placeholder.slice(placeholder.indexOf(',') + 1), 'base64'),
        ];
        for (const name of names) files.push((await admin.get(`/media/${name}`)).rawPayload);
        for (const file of files) {
          const { exif, xmp, icc, iptc, orientation, comments } = await sharp(file).metadata();
          expect({ exif, xmp, icc, iptc, orientation, comments }).toEqual({});
          expect(file.toString('latin1')).not.toMatch(/Somebody|xmpmeta|ICC_PROFILE/);
        }
      },
    );

    onTheOtherToo.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
      'is accepted as %s, whatever its file name',
      async (format) => {
        const picture = await ingested(await smallPicture(20, 10).toFormat(format).toBuffer());
        expect([picture.width, picture.height, picture.widths]).toEqual([20, 10, []]);
      },
    );

    onTheOtherToo('of one pixel is accepted', async () => {
      expect(await ingested(await smallJpeg(1, 1))).toMatchObject({
        width: 1,
        height: 1,
        widths: [],
      });
    });

    onTheOtherToo('of more than 6,000 pixels is scaled down', async () => {
      expect(await ingested(await smallPicture(9_000, 30).png().toBuffer())).toMatchObject({
        width: 6_000,
        height: 20,
        widths: [320, 640, 960, 1440, 2048],
        complete: true,
      });
    });

    test('that was uploaded before is not processed again', async () => {
      const bytes = await smallJpeg();
      const [first, files] = [await ingested(bytes), await stored()];
      expect(await ingested(bytes)).toEqual(first);
      expect(await stored()).toEqual(files);
    });

    test('whose files were lost is processed again', async () => {
      const bytes = await smallJpeg();
      const { id } = await ingested(bytes);
      await shop.ctx.mediaStore.remove(`${id}-full.avif`);
      expect((await admin.get(`/media/${id}-full.avif`)).statusCode).toBe(404);
      expect((await ingested(bytes)).id).toBe(id);
      expect((await admin.get(`/media/${id}-full.avif`)).statusCode).toBe(200);
    });

    test('that media cleanup removes before the commit is stored again', async () => {
      const known = await smallJpeg();
      const { id: before } = await ingested(known);
      // As media cleanup of another process would.
      failPut = async () => {
        failPut = null;
        await database.db.deleteFrom('media').where('id', '=', before).execute();
        for (const name of await stored())
          if (name.includes(before)) await shop.ctx.mediaStore.remove(name);
      };
      const data = JSON.stringify({ title: 'Halite', category: 'Minerals' });
      const parts = [
        { name: 'data', value: data },
        filePart('image', known),
        filePart('images', await smallJpeg()),
      ];
      const response = await admin.request({
        method: 'POST',
        url: '/api/specimens',
        ...formOf(parts),
      });
      expect(response.statusCode, response.body).toBe(201);
      const { main, additional } = response.json();
      expect(main.id).not.toBe(before);
      for (const { id } of [main, ...additional])
        expect((await shop.visitor().get(`/media/${id}-full.jpg`)).statusCode).toBe(200);
    });

    test('keeps its files if its commit succeeds without being confirmed', async () => {
      let stem = '';
      failPut = async (name) => {
        if (!name.startsWith('private/')) return;
        stem = stemIn(name) ?? '';
        const row = {
          id: stem,
          stem,
          contentHash: stem,
          width: 48,
          height: 32,
          widths: [],
          placeholder: 'data:,',
          complete: true,
        };
        const picture = { ...row, original: 'jpg' };
        await inTransaction(database.db, (tx) =>
          addMedia(tx, { pictures: [picture], videos: [] }, shop.clock.now().toISOString()),
        );
        throw new Error('gone');
      };
      expect((await upload(await smallJpeg())).statusCode).toBe(500);
      failPut = null;
      shop.log.length = 0;
      expect((await stored()).filter((name) => name.includes(stem)).toSorted()).toEqual(
        ['full.avif', 'full.jpg', 'preview.jpg'].map((end) => `${stem}-${end}`),
      );
    });

    test('is one medium, even if it is uploaded several times at once', async () => {
      const bytes = await smallJpeg(300, 200);
      const responses = await Promise.all([
        upload(bytes),
        upload(bytes),
        upload(await smallJpeg()),
      ]);
      expect(responses.map((response) => response.statusCode)).toEqual([201, 201, 201]);
      expect(new Set(responses.map((response) => response.json().id)).size).toBe(2);
    });
  });

  describe('an upload is refused, naming the file, and nothing is stored:', () => {
    const jpeg = () =>
      sharp(Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, i) => (i * 7919) % 251)), {
        raw: { width: 90, height: 90, channels: 3 },
      })
        .jpeg()
        .toBuffer();
    const heic = (width: number, height: number) =>
      resized(
        readFileSync(
          path.join(import.meta.dirname, '../../../../../tests/fixtures/p3-turned.heic'),
        ),
        width,
        height,
      );
    onTheOtherToo.each<[string, () => Promise<Uint8Array> | Uint8Array, number, string]>([
      ['a text', () => Buffer.from('no picture'), 415, 'unsupported_type'],
      ['an empty file', () => Buffer.alloc(0), 415, 'unsupported_type'],
      [
        'an SVG, which can hold scripts',
        () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
        415,
        'unsupported_type',
      ],
      ['a TIFF', () => smallPicture().tiff().toBuffer(), 415, 'unsupported_type'],
      [
        'a damaged HEIC picture',
        () => Buffer.concat([fileTypeBox('heic', ['mif1', 'heic']), Buffer.alloc(64)]),
        422,
        'unreadable_file',
      ],
      [
        'a web page that begins like a GIF',
        () => Buffer.from('GIF89a<script>alert(1)</script>'),
        415,
        'unsupported_type',
      ],
      [
        'the first half of a picture',
        async () => (await jpeg()).subarray(0, 1500),
        422,
        'unreadable_file',
      ],
      [
        'the first bytes of a picture',
        async () => (await jpeg()).subarray(0, 3),
        422,
        'unreadable_file',
      ],
      ['a picture of too many pixels', () => pngClaiming(20_000, 5_001), 422, 'unreadable_file'],
      [
        'a picture that claims the largest size there is',
        () => pngClaiming(0x7fffffff, 0x7fffffff),
        422,
        'unreadable_file',
      ],
      ['a HEIC picture of too many pixels', () => heic(8_000, 6_251), 422, 'unreadable_file'],
      [
        'a picture whose frames have too many pixels together',
        () => pngClaiming(1_000, 1_000, 301),
        422,
        'unreadable_file',
      ],
      ['a video', () => makeVideo(), 415, 'unsupported_type'],
    ])('%s', async (_, bytes, status, code) => {
      const [files, rows] = [await stored(), await media()];
      const response = await upload(await bytes(), 'odd “name”.jpg');
      expect([response.statusCode, response.json().code]).toEqual([status, code]);
      expect(response.json()).toMatchObject({
        message: expect.stringContaining('odd'),
        file: { part: 'image', index: 0 },
      });
      expect([await stored(), await media(), leftovers()]).toEqual([files, rows, []]);
    });

    test('a picture for which the disk has no room', async () => {
      const [files, rows] = [await stored(), await media()];
      let left = 3;
      failPut = () => {
        left -= 1;
        if (left === 0)
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      };
      const bytes = await smallJpeg(400, 400);
      const response = await upload(bytes);
      failPut = null;
      expect([response.statusCode, response.json().code]).toEqual([507, 'storage_full']);
      expect([await stored(), await media(), leftovers()]).toEqual([files, rows, []]);
      await ingested(bytes);
    });
  });

  describe('POST /api/media', () => {
    test('is only for the admin; a visitor learns nothing', async () => {
      const parts = [filePart('image', await smallJpeg())];
      const response = await post(parts, shop.visitor());
      expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized']);
      expect((await shop.visitor().post('/api/media', {})).body).toBe(response.body);
    });

    onTheOtherToo('accepts one picture and nothing else', async () => {
      const image = filePart('image', await smallJpeg());
      expect((await post([])).statusCode).toBe(400);
      expect((await post([image, image])).json()).toMatchObject({
        code: 'bad_request',
        message: 'There can be only one “image”.',
      });
      expect((await post([image, { name: 'more', value: 'words' }])).statusCode).toBe(400);
      expect((await post([image, filePart('other', await smallJpeg())])).statusCode).toBe(400);
      const json = await admin.post('/api/media', { image: 'x' });
      expect([json.statusCode, json.json().code]).toEqual([415, 'unsupported_type']);
      expect(leftovers()).toEqual([]);
    });

    test('removes leftovers of a killed process', async () => {
      const old = path.join(dataDir, 'uploads', 'old');
      mkdirSync(old, { recursive: true });
      const yesterday = shop.clock.now().getTime() / 1000 - 25 * 60 * 60;
      utimesSync(old, yesterday, yesterday);
      await ingested(await smallJpeg());
      expect(leftovers()).toEqual([]);
    });
  });

  onTheOtherToo('a box of the wrong kind is no video', async () => {
    expect((await upload(box('moov', Buffer.alloc(8)))).statusCode).toBe(415);
  });
});
