import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settingKeys, settings } from '#contract/settings.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { readSettings } from './settings.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let owner: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    owner = await shop.owner();
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

  test('a new shop has every setting with its defaults', async () => {
    const all = (await shop.visitor().get('/api/settings')).json();
    expect(Object.keys(all)).toEqual(settingKeys);
    expect(all.general).toMatchObject({ siteTitle: 'Druse', contactEmail: 'hello@druse.example', timeZone: 'America/New_York' });
    expect(all.social_links).toHaveLength(5);
    expect(all.social_links.every((link: { enabled: boolean }) => !link.enabled)).toBe(true);
    for (const key of settingKeys) expect(await get(key)).toEqual(all[key]);
    expect(settings.parse(all)).toEqual(all);
  });

  test('the owner writes a setting as a whole, and everybody reads it', async () => {
    const drops = shop.drops();
    const answer = await owner.put('/api/settings/hero', { title: ' Look ', ctaUrl: 'https://druse.example/x' });
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ title: 'Look', subtitle: 'Natural Wonders' })]);
    expect(await get('hero')).toEqual(answer.json());
    expect(shop.drops()).toBe(drops + 1);
    await owner.put('/api/settings/hero', { title: 'Again' });
    expect(await get('hero')).toMatchObject({ title: 'Again', ctaUrl: '#gallery' });
    const events = await database.db.selectFrom('events').select(['actor', 'kind', 'data']).where('kind', '=', 'setting_changed').execute();
    expect(events.at(-1)).toEqual({ actor: 'owner', kind: 'setting_changed', data: { key: 'hero' } });
  });

  test('lists, footer links by either name, and odd numbers are taken as the specification says', async () => {
    const links = [{ platform: 'instagram', url: 'https://instagram.com/druse', icon: 'instagram', enabled: true }];
    expect((await owner.put('/api/settings/social_links', links)).json()).toEqual(links);
    const quickLinks = [{ label: 'Home', url: '/' }];
    expect((await owner.put('/api/settings/footer_links', { quickLinks })).json().quickLinks).toEqual([
      { text: 'Home', href: '/', enabled: true },
    ]);
    expect((await owner.put('/api/settings/gallery', { itemsPerPage: 'many' })).json().itemsPerPage).toBe(12);
    expect((await owner.put('/api/settings/gallery', { itemsPerPage: '24' })).json().itemsPerPage).toBe(24);
  });

  test.each<[string, string, unknown]>([
    ['an unknown field', 'general', { siteTitle: 'Druse', color: 'red' }],
    ['a wrong type', 'section_visibility', { hero: 'yes' }],
    ['a link that runs code', 'hero', { ctaUrl: 'javascript:alert(1)' }],
    ['a link to any host', 'hero', { ctaUrl: '//evil.example' }],
    ['a text too long', 'general', { siteTitle: 'x'.repeat(301) }],
    ['U+0000', 'about', { content: 'a\0b' }],
    ['an object for a list', 'social_links', {}],
    ['an unknown platform', 'social_links', [{ platform: 'myspace' }]],
    ['a list for an object', 'general', []],
    ['null', 'general', null],
  ])('%s is refused and nothing changes', async (_, key, value) => {
    const drops = shop.drops();
    const answer = await owner.request({
      method: 'PUT',
      url: `/api/settings/${key}`,
      payload: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
    expect(await database.db.selectFrom('site_settings').select('key').execute()).toEqual([]);
    expect(shop.drops()).toBe(drops);
  });

  test('a visitor changes nothing, and there is no other key', async () => {
    expect((await shop.visitor().put('/api/settings/hero', { title: 'Mine' })).statusCode).toBe(401);
    expect((await shop.visitor().put('/api/settings/hero', { nonsense: 1 })).statusCode).toBe(401);
    for (const key of ['nothing', '__proto__', 'constructor', 'venmo', 'hero/x']) {
      expect((await shop.visitor().get(`/api/settings/${key}`)).statusCode, key).toBe(404);
      expect((await owner.put(`/api/settings/${key}`, {})).statusCode, key).toBe(404);
    }
    expect((await owner.delete('/api/settings/hero')).statusCode).toBe(405);
  });

  test('what is stored and no longer fits has its defaults, field by field', async () => {
    await store('general', { siteTitle: 'Kept', contactEmail: 12, forgotten: true });
    await store('hero', { value: { title: 'Wrapped' } });
    await store('section_visibility', { key: 'section_visibility', value: { about: false } });
    await store('social_links', [{ platform: 'myspace' }]);
    await store('about', null);
    await store('gallery', 'nonsense');
    await store('unknown_key', {});
    const read = await readSettings(shop.ctx);
    expect(read.general).toMatchObject({ siteTitle: 'Kept', contactEmail: 'hello@druse.example' });
    expect(read.general).not.toHaveProperty('forgotten');
    expect(read.hero).toMatchObject({ title: 'Wrapped', subtitle: 'Natural Wonders' });
    expect(read.section_visibility).toEqual({ hero: true, gallery: true, collections: true, about: false, footer: true });
    expect(read.social_links).toHaveLength(5);
    expect(read.about).toEqual({ title: '', content: '', imageUrl: '', image: null });
    expect(read.gallery.itemsPerPage).toBe(12);
    expect(settings.parse(read)).toEqual(read);
  });
});
