import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  pageSettingsResponse,
  privateSettings,
  settingKeys,
} from '#core/contract/admin/settings.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { addMedia } from '#core/server/media/files/media.service.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { readSettings } from './settings.service.ts';

const picture: Picture = {
  kind: 'picture',
  id: '0123456789abcdef'.repeat(2),
  width: 1200,
  height: 800,
  widths: [320, 640],
  complete: true,
  placeholder: 'data:image/png;base64,AA==',
  alt: '',
  light: null,
};

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
    await inTransaction(database.db, (tx) =>
      addMedia(
        tx,
        {
          pictures: [{ ...picture, stem: picture.id, contentHash: picture.id, original: null }],
          videos: [],
        },
        '2026-11-21T09:00:00.000Z',
      ),
    );
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(() => database.db.deleteFrom('site_settings').execute());

  const store = (key: string, value: unknown) =>
    database.db
      .insertInto('site_settings')
      .values({ key, value: JSON.stringify(value), updated_at: '2026-11-21T09:00:00.000Z' })
      .execute();
  const get = async (key: string) => (await shop.visitor().get(`/api/settings/${key}`)).json();

  test('a new shop has every setting with its default', async () => {
    const all = (await shop.visitor().get('/api/settings')).json();
    const onPages = settingKeys.filter((key) => key !== 'legal' && !privateSettings.includes(key));
    expect(Object.keys(all)).toEqual([...onPages, 'legalPages', 'hasCollections', 'sendsEmail']);
    expect(all.general).toMatchObject({
      siteTitle: 'Druse',
      contactEmail: 'hello@druse.example',
      timeZone: 'America/New_York',
    });
    expect(all.social_links).toHaveLength(5);
    expect(all.social_links.every((link: { enabled: boolean }) => !link.enabled)).toBe(true);
    for (const key of onPages)
      expect(await get(key)).toEqual(
        key === 'featured_collections' ? { ...all[key], collections: [] } : all[key],
      );
    expect([await get('legal'), all.legalPages]).toEqual([
      { shipping: '', returns: '', privacy: '' },
      [],
    ]);
    expect(pageSettingsResponse.parse(all)).toEqual(all);
  });

  test('a setting is saved as a whole by the admin and read by everybody', async () => {
    const drops = shop.drops();
    const response = await admin.put('/api/settings/hero', {
      title: ' Look ',
      ctaUrl: 'https://druse.example/x',
    });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ title: 'Look', subtitle: 'Natural Wonders' }),
    ]);
    expect(await get('hero')).toEqual(response.json());
    expect(shop.drops()).toBe(drops + 1);
    await admin.put('/api/settings/hero', { title: 'Again' });
    expect(await get('hero')).toMatchObject({ title: 'Again', ctaUrl: '#gallery' });
    const last = database.db
      .selectFrom('events')
      .select(['actor', 'kind', 'data'])
      .where('kind', '=', 'setting_changed')
      .orderBy('id', 'desc');
    expect(await last.executeTakeFirst()).toEqual({
      actor: 'owner',
      kind: 'setting_changed',
      data: { key: 'hero' },
    });
  });

  test('a text of any setting that is too long is refused in words that name the field and the limit', async () => {
    const refused = async (key: string, value: object) => {
      const response = await admin.put(`/api/settings/${key}`, value);
      return [response.statusCode, response.json<{ message: string }>().message] as const;
    };
    const long = 'x'.repeat(20_000);
    expect(await refused('general', { siteTagline: long })).toEqual([
      400,
      'Site tagline is too long: use at most 300 characters',
    ]);
    expect(await refused('hero', { ctaText: long })).toEqual([
      400,
      'Button text is too long: use at most 300 characters',
    ]);
    expect(
      await refused('footer_links', {
        quickLinks: [
          { text: 'Home', href: '/' },
          { text: long, href: '/' },
        ],
      }),
    ).toEqual([400, 'Quick links 2, text is too long: use at most 100 characters']);
    for (const key of settingKeys) {
      const stored = (await admin.get(`/api/settings/${key}`)).json<Record<string, unknown>>();
      for (const [field, value] of Object.entries(stored).filter(
        ([, one]) => typeof one === 'string',
      )) {
        for (const wrong of [long, 5, null]) {
          const [status, message] = await refused(key, { ...stored, [field]: wrong });
          expect([status, message], `${key}.${field}, which was ${value}`).toEqual([
            400,
            expect.not.stringMatching(/expected|received|<=|>=|Invalid/),
          ]);
        }
      }
    }
  });

  test('settings of earlier clients are read: social links, footer links and the page size', async () => {
    const links = [
      {
        platform: 'instagram',
        url: 'https://instagram.com/druse',
        icon: 'instagram',
        enabled: true,
      },
    ];
    expect((await admin.put('/api/settings/social_links', links)).json()).toEqual(links);
    const quickLinks = [{ label: 'Home', url: '/' }];
    expect(
      (await admin.put('/api/settings/footer_links', { quickLinks })).json().quickLinks,
    ).toEqual([{ text: 'Home', href: '/', enabled: true }]);
    expect(
      (await admin.put('/api/settings/gallery', { itemsPerPage: 'many' })).json().itemsPerPage,
    ).toBe(12);
    expect(
      (await admin.put('/api/settings/gallery', { itemsPerPage: '24' })).json().itemsPerPage,
    ).toBe(24);
  });

  test.each<[string, string, unknown]>([
    ['an unknown field', 'general', { siteTitle: 'Druse', color: 'red' }],
    ['a wrong type', 'section_visibility', { hero: 'yes' }],
    ['a link that runs code', 'hero', { ctaUrl: 'javascript:alert(1)' }],
    ['a link to any host', 'hero', { ctaUrl: '//evil.example' }],
    ['a text that is too long', 'general', { siteTitle: 'x'.repeat(301) }],
    ['U+0000', 'about', { content: 'a\0b' }],
    ['a picture on another server', 'general', { logoUrl: 'https://elsewhere.example/logo.png' }],
    ['an API path for a picture', 'general', { logoUrl: '/api/specimens' }],
    ['a script of the pages for a picture', 'hero', { backgroundUrl: '/assets/index.js' }],
    ['a page of the shop for a picture', 'about', { imageUrl: '/checkout' }],
    ['another host for a picture', 'hero', { backgroundUrl: '//elsewhere.example/media/a.jpg' }],
    ['a footer link without a text', 'footer_links', { quickLinks: [{ text: '', href: '/' }] }],
    ['a social link to a path', 'social_links', [{ platform: 'facebook', url: '/druse' }]],
    [
      'a mailto link for Instagram',
      'social_links',
      [{ platform: 'instagram', url: 'mailto:eva@druse.example' }],
    ],
    [
      'a picture that was never uploaded',
      'hero',
      { background: { ...picture, id: 'f'.repeat(32) } },
    ],
    ['a video for a picture', 'about', { image: { ...picture, kind: 'film' } }],
    ['an unknown time zone', 'general', { timeZone: 'Mars/Olympus' }],
    ['an invalid email address', 'general', { contactEmail: 'eva at druse' }],
    ['a shop without a name', 'general', { siteTitle: ' ' }],
    ['a text for no page', 'legal', { imprint: 'x' }],
    ['an object for a list', 'social_links', {}],
    ['an unknown platform', 'social_links', [{ platform: 'myspace' }]],
    ['a list for an object', 'general', []],
    ['null', 'general', null],
  ])('%s is refused and changes nothing', async (_, key, value) => {
    const drops = shop.drops();
    const response = await admin.request({
      method: 'PUT',
      url: `/api/settings/${key}`,
      payload: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input']);
    expect(await database.db.selectFrom('site_settings').select('key').execute()).toEqual([]);
    expect(shop.drops()).toBe(drops);
  });

  test('a picture in a setting takes only the alternative text from the request', async () => {
    const sent = {
      ...picture,
      width: 1,
      widths: [1],
      placeholder: 'url(https://elsewhere.example)',
      alt: 'Our sign',
      light: null,
    };
    const hero = (
      await admin.put('/api/settings/hero', {
        background: sent,
        backgroundUrl: '/media/another.jpg',
      })
    ).json();
    expect(hero.background).toEqual({ ...picture, alt: 'Our sign' });
    expect(hero.backgroundUrl).toBe(`/media/${picture.id}-full.jpg`);
    expect((await admin.put('/api/settings/hero', { ...hero, title: 'Look' })).json()).toEqual({
      ...hero,
      title: 'Look',
    });
    expect(
      (await admin.put('/api/settings/hero', { ...hero, background: null })).json(),
    ).toMatchObject({
      background: null,
      backgroundUrl: '',
    });
  });

  test('Venmo cannot be switched on without a user name and instructions, in the form’s words', async () => {
    const put = async (change: object) => {
      const value = {
        venmoUsername: 'kluft',
        paymentInstructions: 'Name the order.',
        enabled: true,
        ...change,
      };
      const { statusCode, json } = await admin.put('/api/settings/venmo_settings', value);
      return [statusCode, json().message, json().issues];
    };
    const noName = 'Venmo username is required';
    const noInstructions = 'Payment instructions are required';
    expect(await put({ venmoUsername: '' })).toEqual([
      400,
      noName,
      [{ path: 'venmoUsername', message: noName }],
    ]);
    expect(await put({ venmoUsername: ' @ ' })).toEqual([
      400,
      noName,
      [{ path: 'venmoUsername', message: noName }],
    ]);
    expect(await put({ paymentInstructions: ' ' })).toEqual([
      400,
      noInstructions,
      [{ path: 'paymentInstructions', message: noInstructions }],
    ]);
    expect(await put({ venmoUsername: '', paymentInstructions: '' })).toEqual([
      400,
      noName,
      expect.objectContaining({ length: 2 }),
    ]);
    expect(await database.db.selectFrom('site_settings').select('key').execute()).toEqual([]);
    expect((await put({}))[0]).toBe(200);
    expect((await put({ venmoUsername: '', paymentInstructions: '', enabled: false }))[0]).toBe(
      200,
    );
    expect(await get('venmo_settings')).toEqual({
      venmoUsername: '',
      paymentInstructions: '',
      enabled: false,
    });
  });

  test('a value stored before a rule existed is read unchanged', async () => {
    await store('venmo_settings', { venmoUsername: '', paymentInstructions: '', enabled: true });
    await store('social_links', [{ platform: 'facebook', url: '/druse', icon: '', enabled: true }]);
    await store('hero', { ctaUrl: '' });
    expect(await get('venmo_settings')).toEqual({
      venmoUsername: '',
      paymentInstructions: '',
      enabled: true,
    });
    expect(await get('social_links')).toEqual([
      { platform: 'facebook', url: '/druse', icon: '', enabled: true },
    ]);
    expect((await get('hero')).ctaUrl).toBe('');
  });

  test('a picture that a setting shows counts as new, so that media cleanup spares it', async () => {
    const added = () =>
      database.db
        .selectFrom('media')
        .select('created_at')
        .where('id', '=', picture.id)
        .executeTakeFirst();
    shop.clock.forward({ days: 2 });
    expect((await added())?.created_at).not.toBe(shop.clock.now().toISOString());
    expect((await admin.put('/api/settings/hero', { background: picture })).statusCode).toBe(200);
    expect((await added())?.created_at).toBe(shop.clock.now().toISOString());
  });

  test('a legal text has a page only if it is not blank, and other pages know only that it exists', async () => {
    await admin.put('/api/settings/legal', {
      shipping: 'Sent within\n\ntwo days.',
      returns: ' \n',
    });
    expect(await get('legal')).toEqual({
      shipping: 'Sent within\n\ntwo days.',
      returns: ' \n',
      privacy: '',
    });
    const all = await shop.visitor().get('/api/settings');
    expect(all.json().legalPages).toEqual(['shipping']);
    expect(all.body).not.toContain('two days');
  });

  test('a visitor cannot change any setting, and an unknown key is 404', async () => {
    expect((await shop.visitor().put('/api/settings/hero', { title: 'Mine' })).statusCode).toBe(
      401,
    );
    for (const key of settingKeys) {
      const response = await shop.visitor().put(`/api/settings/${key}`, { nonsense: 1 });
      expect([response.statusCode, response.json().code], key).toEqual([401, 'unauthorized']);
    }
    for (const key of ['nothing', '__proto__', 'constructor', 'venmo', 'hero/x']) {
      expect((await shop.visitor().get(`/api/settings/${key}`)).statusCode, key).toBe(404);
      expect((await admin.put(`/api/settings/${key}`, {})).statusCode, key).toBe(404);
    }
    expect((await admin.delete('/api/settings/hero')).statusCode).toBe(405);
  });

  test('a stored field that no longer fits its schema is read as its default, and the others stay', async () => {
    await store('general', {
      siteTitle: 'Kept',
      contactEmail: 12,
      forgotten: true,
      timeZone: 'Mars/Olympus',
    });
    await store('hero', { value: { title: 'Wrapped' } });
    await store('section_visibility', { key: 'section_visibility', value: { about: false } });
    await store('social_links', [{ platform: 'myspace' }]);
    await store('about', null);
    await store('gallery', 'nonsense');
    await store('unknown_key', {});
    const read = await readSettings(shop.ctx);
    expect(read.general).toMatchObject({
      siteTitle: 'Kept',
      contactEmail: 'hello@druse.example',
      timeZone: 'America/New_York',
    });
    expect(read.general).not.toHaveProperty('forgotten');
    expect(read.hero).toMatchObject({ title: 'Wrapped', subtitle: 'Natural Wonders' });
    expect(read.section_visibility).toEqual({
      hero: true,
      gallery: true,
      collections: true,
      about: false,
      footer: true,
    });
    expect(read.social_links).toHaveLength(5);
    expect(read.about).toEqual({ title: '', content: '', imageUrl: '', image: null });
    expect(read.gallery.itemsPerPage).toBe(12);
    expect(
      pageSettingsResponse.omit({ hasCollections: true, sendsEmail: true }).parse(read),
    ).toEqual(read);
  });
});
