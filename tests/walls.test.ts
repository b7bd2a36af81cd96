/** The walls of docs/architecture.md: who may import whom. Each failure prints the file, what it imports and why not. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages } from '#contract/storefront/pages.ts';
import { lists, needs } from './support/extras.ts';
import { type Import, importsOf, root, sourceFiles, sourceOf } from './support/imports.ts';

const files = sourceFiles();
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/') || file.startsWith('bench/');
const production = files.filter((file) => /^(contract|server|web|scripts)\//.test(file) && /\.tsx?$/.test(file) && !isTest(file));
const within = (folder: string) => production.filter((file) => file.startsWith(folder));

/** Every import of the files that `isForbidden`, as lines to print. */
function offences(from: string[], isForbidden: (target: Import, file: string) => boolean, why: string): string[] {
  return from.flatMap((file) =>
    importsOf(file)
      .filter((target) => isForbidden(target, file))
      .map(({ target }) => `${file} imports ${target}: ${why}`),
  );
}

const isPackage = (name: string) => (target: Import) => !target.isOwn && target.target === name;
/** An extra's own command. */
const namedByHand = ['scripts/static.ts'];

/** What extras write their mails with, how they read and answer the paths of their pages, what backups are made of, what the doctor may say, and how they read and write many specimens at once. */
const doorsForExtras = new Set([
  ...['mail-body', 'template'].map((name) => `server/features/messages/mail/${name}.ts`),
  ...['cards', 'form-pages', 'missing-page', 'page-responses'].map((name) => `server/features/storefront/pages/${name}.ts`),
  ...['archive-check', 'archive-format', 'archive-reader', 'archive-writer'].map((name) => `server/features/transfer/backup/${name}.ts`),
  'server/features/admin/doctor/findings.ts',
  ...['id-lists.queries', 'specimen-columns', 'specimen-prices'].map((name) => `server/features/catalogue/specimens/reading/${name}.ts`),
]);
/** `catalogue/search`, or the name of an extra. */
const featureOf = (file: string) => /^(?:server|web)\/(?:features\/([^/]+\/[^/]+)|extras\/([^/]+))\//.exec(file)?.slice(1).join('');

/** Contract files that bring the schema library with them, directly or through another. */
function schemaFiles(): Set<string> {
  const found = new Set(
    within('contract/').filter((file) => importsOf(file).some((target) => isPackage('zod')(target) && !target.isTypeOnly)),
  );
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const file of within('contract/'))
      if (importsOf(file).some(({ target, isTypeOnly }) => !isTypeOnly && found.has(target))) found.add(file);
  }
  return found;
}

describe('walls', () => {
  test('sees the source at all', () => {
    expect(within('contract/').length).toBeGreaterThan(5);
    expect(within('server/').length).toBeGreaterThan(20);
    expect(within('web/').length).toBeGreaterThan(20);
    expect(schemaFiles()).toContain('contract/selling/orders.ts');
    expect(importsOf('web/entry-server.tsx').map(({ target }) => target)).toContain('contract/api.ts');
  });

  test('keeps contract/ to zod and itself', () => {
    expect(
      offences(
        within('contract/'),
        ({ target, isOwn }) => (isOwn ? !target.startsWith('contract/') : target !== 'zod'),
        'the contract runs anywhere',
      ),
    ).toEqual([]);
  });

  test('keeps web/ and server/ apart', () => {
    const why = 'the one door is server/platform/rendering, which loads what was built';
    expect(offences(within('web/'), ({ target }) => target.startsWith('server/'), why)).toEqual([]);
    expect(offences(within('server/'), ({ target }) => target.startsWith('web/'), why)).toEqual([]);
  });

  test('keeps schemas out of public pages', () => {
    const schemas = schemaFiles();
    const isSchema = ({ target, isTypeOnly }: Import) => !isTypeOnly && (schemas.has(target) || target === 'zod');
    expect(offences(within('web/'), isSchema, 'visitors would download the schema library; import its types, or plain functions')).toEqual(
      [],
    );
  });

  test('lets platform, ui and lib know no feature', () => {
    const why = 'technology knows no word of the shop';
    const isFeature = ({ target }: Import) =>
      /^server\/(features\/|app\.ts|context\.ts)/.test(target) || /^web\/(features|routes)\//.test(target);
    expect(offences([...within('server/platform/'), ...within('web/ui/'), ...within('web/lib/')], isFeature, why)).toEqual([]);
  });

  test('lets server features reach each other through services and cache tags only', () => {
    const isForeignInside = ({ target }: Import, file: string) => {
      const other = featureOf(target);
      return (
        other !== undefined && other !== featureOf(file) && !/\.service\.ts$|\/cache-tags\.ts$/.test(target) && !doorsForExtras.has(target)
      );
    };
    expect(
      offences(
        [...within('server/features/'), ...within('server/extras/')],
        isForeignInside,
        'rules live in services; another feature’s inside is its own',
      ),
    ).toEqual([]);
  });

  test('lets no other room import transfer, but the first steps, which offer to remove the demo, and copies, which are backups', () => {
    const others = [...within('server/features/'), ...within('server/extras/')].filter(
      (file) => !/^server\/(features\/(transfer|admin\/first-steps)|extras\/copies)\//.test(file),
    );
    const why = 'what several features need lies in the room of what it is about';
    expect(offences(others, ({ target }) => target.startsWith('server/features/transfer/'), why)).toEqual([]);
  });

  test('has no circle among server features', () => {
    const edges = new Map<string, Set<string>>();
    for (const file of [...within('server/features/'), ...within('server/extras/')]) {
      for (const { target, isTypeOnly } of importsOf(file)) {
        const [from, to] = [featureOf(file), featureOf(target)];
        if (from && to && from !== to && !isTypeOnly) edges.set(from, (edges.get(from) ?? new Set()).add(to));
      }
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(edges.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
    expect([...edges.keys()].filter((feature) => reaches(feature, feature))).toEqual([]);
  });

  test('has no word of the shop in platform, ui and lib', () => {
    // The schema describes the shop's tables, and what the migrations did stays as it was.
    const rooms = [...within('server/platform/'), ...within('web/ui/'), ...within('web/lib/')];
    const technology = rooms.filter((file) => !/^server\/platform\/db\/(migrations\/|schema(-\w+)?\.ts$)/.test(file));
    const shopWord =
      /\b(specimens?|carts?|venmo|buyers?|gallery|minerals?|orders)\b|specimen(?=[A-Z_])|cart(?=[A-Z_])|order(?=Id|_id|Line|Status)|(?<=[a-z])(Specimen|Cart|Venmo|Buyer)/;
    const found = technology.flatMap((file) =>
      sourceOf(file)
        .split('\n')
        .flatMap((line, index) => (shopWord.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(found, 'technology could serve another shop').toEqual([]);
  });

  test('has no import circle, imports of types included', () => {
    const targets = new Map(
      production.map((file) => [file, importsOf(file).flatMap((one) => (one.isOwn && !one.isDynamic ? [one.target] : []))]),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, way: string[]) => {
      if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file)) return;
      for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of production) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('keeps web features apart, but for the keys of their queries', () => {
    const isOther = ({ target }: Import, file: string) =>
      /^web\/routes\//.test(target) ||
      (/^web\/features\//.test(target) && featureOf(target) !== featureOf(file) && !/-queries\.ts$/.test(target));
    expect(offences(within('web/features/'), isOther, 'a route composes features')).toEqual([]);
  });

  test('lets no extra need one that is not there, or that needs it', () => {
    const all = (name: string): readonly string[] => (needs[name] ?? []).flatMap((other) => [other, ...all(other)]);
    for (const name of Object.keys(needs)) {
      expect(all(name)).not.toContain(name);
      for (const other of all(name)) expect(existsSync(path.join(root, 'server/extras', other)), `${name} needs ${other}`).toBe(true);
    }
  });

  test('lets the core know no extra but by the lists, and an extra others only as its manifest says', () => {
    const extraOf = (file: string) => /^(?:contract|server|web)\/extras\/([^/]+)\//.exec(file)?.[1];
    const mayName = new Set([...lists, ...namedByHand]);
    const isOtherExtra = ({ target }: Import, file: string) => {
      const [from, to] = [extraOf(file), extraOf(target)];
      return to !== undefined && to !== from && !mayName.has(file) && !(from !== undefined && needs[from]?.includes(to));
    };
    expect(
      offences(
        production,
        isOtherExtra,
        'an extra can be taken out: ask for a place in server/extra.ts, web/desk-extra.ts or web/shop-extra.ts',
      ),
    ).toEqual([]);
  });

  test('writes query keys in *-queries.ts only', () => {
    const key = /queryKey: *\[|Quer(?:y|ies)(?:Data|State)(?:<[^(]*>)?\(\[/;
    const writers = within('web/').filter((file) => !/-queries\.ts$/.test(file) && key.test(sourceOf(file)));
    expect(writers, 'a key that is written twice is forgotten once').toEqual([]);
  });

  test('keeps the admin’s code out of the shop’s pages', () => {
    const isAdminCode = (file: string) =>
      /^web\/(routes\/admin|desk-extras?\.|on-desk\.|extras\/([\w-]+\/(desk|[\w-]+-panel)\.|(bulk-edits|copies|intake|lamp-alignment|ledger|other-shops|paper|show|statements)\/|turns\/(?!on-video|turn\.|turn-view|turning\.)|certificates\/(?!certificate-(page|head|queries|view)|certificate\.))|features\/(catalogue\/editing\/|media\/|selling\/(buyers\/|orders\/(?!confirmation|payment-panel|order-queries))|admin\/(today\/(?!today-queries)|settings\/(?!settings-queries))))/.test(
        file,
      );
    const shop = within('web/').filter((file) => !isAdminCode(file));
    expect(offences(shop, ({ target, isDynamic }) => !isDynamic && isAdminCode(target), 'visitors would download it')).toEqual([]);
  });

  test.each([
    ['kysely', /^server\/platform\/db\/|\.queries\.ts$|^server\/extras\/[\w-]+\/tables\.ts$/, 'SQL lives in *.queries.ts'],
    ['fastify', /\.routes\.ts$|^server\/(app|main|context)\.ts$|^server\/platform\/(http|page-cache)\//, 'services know no HTTP'],
    ['nodemailer', /^server\/platform\/mail\//, 'mails leave through one door'],
    ['aws4fetch', /^server\/platform\/storage\//, 'buckets are reached through one door'],
    ['sharp', /^server\/platform\/images\//, 'pictures are computed in one place'],
  ])('lets only its owner import %s', (name, owner, why) => {
    expect(
      offences(
        production.filter((file) => !owner.test(file)),
        isPackage(name),
        why,
      ),
    ).toEqual([]);
  });

  test('starts without what few requests need', () => {
    const seldomNeeded = ['sharp', '@fastify/swagger', 'csv-stringify', 'tar-stream', 'yazl', 'yauzl', 'age-encryption', 'mediabunny'];
    const notByEveryShop = ['pg', 'nodemailer', 'aws4fetch', 'fast-xml-parser', 'prom-client', '@simplewebauthn/server'];
    const later = new Set([...seldomNeeded, ...notByEveryShop, 'server/platform/db/migrations/0001-first.ts']);
    const sending = 'server/features/messages/mail/sending.service.ts';
    // What the start imports dynamically is loaded by every start; mails are sent only where there is a server for them.
    const roots = ['server/start.ts', ...importsOf('server/start.ts').flatMap(({ target, isDynamic }) => (isDynamic ? [target] : []))];
    const found = new Map(roots.filter((root) => root !== sending).map((root) => [root, root]));
    for (const [file, way] of found) {
      if (!production.includes(file) || later.has(file)) continue;
      for (const { target, isTypeOnly, isDynamic } of importsOf(file))
        if (!isTypeOnly && !isDynamic && !found.has(target)) found.set(target, `${way} → ${target}`);
    }
    expect(found.size, 'the start is followed at all').toBeGreaterThan(300);
    expect(
      [...found].filter(([target]) => later.has(target)).map(([, way]) => way),
      'every start would wait for it, and hold it in memory: import it where it is used',
    ).toEqual([]);
  });

  test('has no screen that the page table does not name', () => {
    const screens = Object.values(pages).map(({ screen }) => path.posix.join('web/routes', `${screen}.tsx`));
    const desks = ['web/routes/admin-pages.tsx', ...within('web/extras/').filter((file) => file.endsWith('/desk.tsx'))];
    const named = desks.flatMap((file) => importsOf(file).map(({ target }) => target));
    const reached = new Set(['web/routes/not-found-page.tsx', ...screens, ...named]);
    const orphans = [...within('web/routes/'), ...within('web/extras/')].filter((file) => file.endsWith('-page.tsx') && !reached.has(file));
    expect(orphans, 'nobody could reach it: add its line to contract/storefront/pages.ts').toEqual([]);
    const missing = screens.filter((file) => !files.includes(file));
    expect(missing, 'the shop would not start: the page table names this file').toEqual([]);
  });

  test('asks the table, and no status by its name, whether an order has ended', () => {
    const byName = /\bstatus'?,? (?:[!=]==|'(?:=|<>|!=|in)',) \[?'cancelled'/;
    const guesses = production.filter((file) => byName.test(sourceOf(file)));
    expect(guesses, 'another status that ends orders would be forgotten here: hasEnded of order-statuses.ts').toEqual([]);
  });

  test('reads the environment in one place', () => {
    const readers = within('server/').filter((file) => file !== 'server/config.ts' && /process\.env/.test(sourceOf(file)));
    expect(readers, 'only server/config.ts reads process.env').toEqual([]);
  });

  test('takes the time from the injected clock', () => {
    const watchers = within('server/').filter(
      (file) => file !== 'server/platform/clock.ts' && /\bnew Date\(\)|\bDate\.now\(\)/.test(sourceOf(file)),
    );
    expect(watchers, 'tests could not move this time').toEqual([]);
  });

  test('has no barrel, no utils, no production code that imports tests, and reads demo/ in one feature', () => {
    expect(production.filter((file) => /(^|\/)(index\.tsx?|utils?\.tsx?|utils\/|helpers?\.tsx?)/.test(file))).toEqual([]);
    expect(offences(production, ({ target }) => /^(tests|bench)\//.test(target), 'production code stands alone')).toEqual([]);
    expect(
      offences(
        production.filter((file) => !/^server\/features\/transfer\/demo\/|^scripts\//.test(file)),
        ({ target }) => target.startsWith('demo/'),
        'demo/ is data',
      ),
    ).toEqual([]);
  });

  test('takes colours in style sheets from the room they are used in', () => {
    const sheets = globSync('web/**/*.css').filter((file) => file !== 'web/styles.css');
    expect(sheets.length).toBeGreaterThan(3);
    // Tailwind computes its names of them at the root, where it is never dark.
    expect(sheets.filter((file) => sourceOf(file).includes('var(--color-'))).toEqual([]);
  });

  test('has no file of more than 400 lines', () => {
    expect(
      files.filter((file) => sourceOf(file).split('\n').length > 401).map((file) => `${file} is too long to be understood at once`),
    ).toEqual([]);
  });
});
