/** The walls of docs/architecture.md: who may import whom. Each failure prints the file, what it imports and why not. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages } from '#core/contract/storefront/pages.ts';
import { listSides, lists, needs } from './support/features.ts';
import { type Import, importsOf, root, sourceFiles, sourceOf } from './support/imports.ts';

const files = sourceFiles();
const isTest = (file: string) =>
  /\.test\.tsx?$|^features\/[^/]+\/tests\//.test(file) ||
  file.startsWith('tests/') ||
  file.startsWith('bench/');
const production = files.filter(
  (file) =>
    /^(core|features|platform|ui|scripts)\//.test(file) && /\.tsx?$/.test(file) && !isTest(file),
);
const within = (...folders: string[]) =>
  production.filter((file) => folders.some((folder) => file.startsWith(folder)));
type Side = 'contract' | 'server' | 'web';
const sideOf = (file: string): string | undefined =>
  (listSides as Record<string, Side>)[file] ??
  /^(?:core|features\/[^/]+)\/(contract|server|web)\//.exec(file)?.[1];
/** The code of core and features that runs anywhere, on the server or in a browser. */
const onSide = (side: Side) => production.filter((file) => sideOf(file) === side);

/** Every import of the files that `isForbidden`, as lines to print. */
function offences(
  from: string[],
  isForbidden: (target: Import, file: string) => boolean,
  why: string,
): string[] {
  return from.flatMap((file) =>
    importsOf(file)
      .filter((target) => isForbidden(target, file))
      .map(({ target }) => `${file} imports ${target}: ${why}`),
  );
}

const isPackage = (name: string) => (target: Import) => !target.isOwn && target.target === name;
/** What features write their mails with, how they read and answer the paths of their pages, and how they read and write many specimens at once. */
const doorsForFeatures = new Set([
  ...['mail-body', 'order-mail-parts', 'template'].map(
    (name) => `core/server/messages/mail/${name}.ts`,
  ),
  ...['cards', 'form-pages', 'missing-page', 'page-responses'].map(
    (name) => `core/server/storefront/pages/${name}.ts`,
  ),
  ...['id-lists.queries', 'specimen-columns', 'specimen-prices'].map(
    (name) => `core/server/catalogue/specimens/reading/${name}.ts`,
  ),
]);
/** `catalogue/search`, or the name of a feature. */
const featureOf = (file: string) =>
  /^core\/(?:server|web)\/(?!routes\/|boot\/)([^/]+\/[^/]+)\/|^features\/([^/]+)\/(?:server|web)\//
    .exec(file)
    ?.slice(1)
    .join('');

/** The rooms of the core and the features, without what puts them together. */
const serverRooms = onSide('server').filter((file) => featureOf(file) !== undefined);

/** Contract files that bring the schema library with them, directly or through another. */
function schemaFiles(): Set<string> {
  const found = new Set(
    onSide('contract').filter((file) =>
      importsOf(file).some((target) => isPackage('zod')(target) && !target.isTypeOnly),
    ),
  );
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const file of onSide('contract'))
      if (importsOf(file).some(({ target, isTypeOnly }) => !isTypeOnly && found.has(target)))
        found.add(file);
  }
  return found;
}

/** What stands between the parentheses of each call whose name, and the first of them, the pattern finds. */
const callsIn = (source: string, name: RegExp): string[] =>
  [...source.matchAll(name)].map(({ 0: found, index }) => {
    const begin = index + found.length;
    let [end, depth] = [begin, 1];
    for (; depth > 0 && end < source.length; end += 1)
      depth += source[end] === '(' ? 1 : source[end] === ')' ? -1 : 0;
    return source.slice(begin, end - 1);
  });

describe('walls', () => {
  test('sees the source at all', () => {
    expect(onSide('contract').length).toBeGreaterThan(5);
    expect(onSide('server').length).toBeGreaterThan(20);
    expect(onSide('web').length).toBeGreaterThan(20);
    expect(schemaFiles()).toContain('core/contract/selling/orders.ts');
    expect(importsOf('core/web/entry-server.tsx').map(({ target }) => target)).toContain(
      'core/contract/api.ts',
    );
  });

  test('keeps the contract to zod and itself', () => {
    expect(
      offences(
        onSide('contract'),
        ({ target, isOwn }) => (isOwn ? sideOf(target) !== 'contract' : target !== 'zod'),
        'the contract runs anywhere',
      ),
    ).toEqual([]);
  });

  test('keeps pages and server apart', () => {
    const why = 'the one door is platform/rendering, which loads what was built';
    const ofServer = (target: string) =>
      sideOf(target) === 'server' || target.startsWith('platform/');
    expect(
      offences([...onSide('web'), ...within('ui/')], ({ target }) => ofServer(target), why),
    ).toEqual([]);
    const ofPages = (target: string) => sideOf(target) === 'web' || target.startsWith('ui/');
    expect(
      offences([...onSide('server'), ...within('platform/')], ({ target }) => ofPages(target), why),
    ).toEqual([]);
  });

  test('keeps schemas out of public pages', () => {
    const schemas = schemaFiles();
    const isSchema = ({ target, isTypeOnly }: Import) =>
      !isTypeOnly && (schemas.has(target) || target === 'zod');
    expect(
      offences(
        [...onSide('web'), ...within('ui/')],
        isSchema,
        'visitors would download the schema library; import its types, or plain functions',
      ),
    ).toEqual([]);
  });

  test('lets platform and ui know neither core nor features, but what the contract says', () => {
    const why = 'technology knows no word of the shop';
    const isFeature = ({ target }: Import) =>
      ['server', 'web'].includes(sideOf(target) ?? '') ||
      (target.startsWith('features/') && sideOf(target) !== 'contract');
    expect(offences(within('platform/', 'ui/'), isFeature, why)).toEqual([]);
  });

  test('lets server features reach each other through services and cache tags only', () => {
    const isForeignInside = ({ target }: Import, file: string) => {
      const other = featureOf(target);
      return (
        other !== undefined &&
        other !== featureOf(file) &&
        !/\.service\.ts$|\/cache-tags\.ts$/.test(target) &&
        !doorsForFeatures.has(target)
      );
    };
    expect(
      offences(
        serverRooms,
        isForeignInside,
        'rules live in services; another feature’s inside is its own',
      ),
    ).toEqual([]);
  });

  test('lets no other room import transfer, but the first steps, which offer to remove the demo', () => {
    const others = serverRooms.filter(
      (file) => !/^(core\/server\/transfer|features\/first-steps\/server)\//.test(file),
    );
    const why = 'what several features need lies in the room of what it is about';
    expect(
      offences(others, ({ target }) => target.startsWith('core/server/transfer/'), why),
    ).toEqual([]);
  });

  test('has no circle among server features', () => {
    const edges = new Map<string, Set<string>>();
    for (const file of serverRooms) {
      for (const { target, isTypeOnly } of importsOf(file)) {
        const [from, to] = [featureOf(file), featureOf(target)];
        if (from && to && from !== to && !isTypeOnly)
          edges.set(from, (edges.get(from) ?? new Set()).add(to));
      }
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(edges.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect([...edges.keys()].filter((feature) => reaches(feature, feature))).toEqual([]);
  });

  test('changes stored data only in acts, which invalidate what the database noted', () => {
    /** The files that open a transaction or invalidate pages without an act, and why. */
    const others: Record<string, string> = {
      'core/server/perform.ts': 'performs acts',
      'core/server/app.ts': 'hands the cache to acts, and to the index of the filters',
      'core/server/start.ts': 'passes on what other processes changed',
      'core/server/context.ts': 'names what acts invalidate by',
      'core/server/act.ts': 'leaves it out of what rules get',
      'core/server/catalogue/search/search-index.service.ts':
        'builds the index before there is a shop',
      'core/server/media/files/cleanup/media-cleanup.service.ts':
        'deletes what no page shows, waiting for the media store',
      'core/server/storefront/pages/page-api.ts':
        'drops pages that could not wait for the counts of the filters',
      'features/backup/server/restore.service.ts':
        'fills a shop that has no rows yet, in tables of any version',
      'features/copies/server/restoring.service.ts': 'shows a shop that was restored whole',
    };
    const rooms = production.filter((file) => !file.startsWith('platform/'));
    const found = rooms.filter((file) =>
      /\b(inTransaction|invalidateCache)\b/.test(sourceOf(file)),
    );
    expect(found.filter((file) => sideOf(file) === 'server').toSorted()).toEqual(
      Object.keys(others)
        .filter((file) => files.includes(file))
        .toSorted(),
    );
  });

  test('lets a rule ask its act alone', () => {
    const rules = onSide('server').flatMap((file) =>
      callsIn(sourceOf(file), /(?<!function )\b(?:perform|actOnOrder)\(/g).map((call) => ({
        file,
        // What is done after the commit is no longer of the act.
        rule: callsIn(call, /\bafterCommit\(/g).reduce(
          (text, later) => text.replace(later, ''),
          call.replace(/^(?:\{[^}]*\}|[^,]*),/, ''),
        ),
      })),
    );
    expect(rules.length).toBeGreaterThan(50);
    const outside = /(?<!\.)\bctx\b|this\.#ctx/;
    expect(rules.filter(({ rule }) => outside.test(rule)).map(({ file }) => file)).toEqual([]);
  });

  test('has no word of the shop in platform and ui', () => {
    // The schema describes the shop's tables, and what the migrations did stays as it was.
    const rooms = within('platform/', 'ui/');
    const technology = rooms.filter(
      (file) => !/^platform\/db\/(migrations\/|schema(-\w+)?\.ts$)/.test(file),
    );
    const shopWord =
      /\b(specimens?|carts?|venmo|buyers?|gallery|minerals?|orders)\b|specimen(?=[A-Z_])|cart(?=[A-Z_])|order(?=Id|_id|Line|Status)|(?<=[a-z])(Specimen|Cart|Venmo|Buyer)/;
    const found = technology.flatMap((file) =>
      sourceOf(file)
        .split('\n')
        .flatMap((line, index) =>
          shopWord.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    );
    expect(found, 'technology could serve another shop').toEqual([]);
  });

  test('has no import circle, imports of types included', () => {
    const targets = new Map(
      production.map((file) => [
        file,
        importsOf(file).flatMap((one) => (one.isOwn && !one.isDynamic ? [one.target] : [])),
      ]),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, way: string[]) => {
      if (way.includes(file))
        return void circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file)) return;
      for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of production) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('keeps web features apart, but for the keys of their queries', () => {
    const isOther = ({ target }: Import, file: string) =>
      /^core\/web\/routes\//.test(target) ||
      (/^core\/web\//.test(target) &&
        featureOf(target) !== undefined &&
        featureOf(target) !== featureOf(file) &&
        !/-queries\.ts$/.test(target));
    const rooms = within('core/web/').filter((file) => featureOf(file) !== undefined);
    expect(offences(rooms, isOther, 'a route composes features')).toEqual([]);
  });

  test('lets no feature need one that is not there, or that needs it', () => {
    const all = (name: string): readonly string[] =>
      (needs[name] ?? []).flatMap((other) => [other, ...all(other)]);
    const inCircles = Object.keys(needs).filter((name) => all(name).includes(name));
    expect(inCircles).toEqual([]);
    const missing = Object.keys(needs)
      .flatMap(all)
      .filter((other) => !existsSync(path.join(root, 'features', other)));
    expect(missing).toEqual([]);
  });

  test('lets the core know no feature but by the lists, and a feature others only as its manifest says', () => {
    const ownerOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];
    const isOtherFeature = ({ target }: Import, file: string) => {
      const [from, to] = [ownerOf(file), ownerOf(target)];
      return (
        to !== undefined &&
        to !== from &&
        !lists.includes(file) &&
        // A command goes with the feature that it names.
        !file.startsWith('scripts/') &&
        !(from !== undefined && needs[from]?.includes(to))
      );
    };
    expect(
      offences(
        production,
        isOtherFeature,
        'a feature can be taken out: ask for a place in core/server/feature.ts, core/web/desk-feature.ts or core/web/shop-feature.ts',
      ),
    ).toEqual([]);
  });

  test('writes query keys in *-queries.ts only', () => {
    const key = /queryKey: *\[|Quer(?:y|ies)(?:Data|State)(?:<[^(]*>)?\(\[/;
    const writers = [...onSide('web'), ...within('ui/')].filter(
      (file) => !/-queries\.ts$/.test(file) && key.test(sourceOf(file)),
    );
    expect(writers, 'a key that is written twice is forgotten once').toEqual([]);
  });

  test('keeps the admin’s code out of the shop’s pages', () => {
    const isAdminCode = (file: string) =>
      /^core\/web\/(routes\/admin|desk-feature\.|on-desk\.|catalogue\/editing\/|media\/|selling\/(buyers\/|orders\/(?!confirmation|payment-panel|order-queries))|admin\/account\/|admin\/settings\/(?!settings-queries))/.test(
        file,
      ) ||
      // Of features that visitors see, the owner's part is named; of all others everything is the owner's.
      /^features\/(desk\.|[\w-]+\/web\/(desk|[\w-]+-panel)\.|(?!(?:certificates|email-corrections|favourites|follows|own-orders|passkeys|questions|shelf|topics|turns|waiting-list)\/)[\w-]+\/web\/|passkeys\/web\/(?!on-login|login-queries|passkey\.)|turns\/web\/(?!on-video|turn\.|turn-view|turning\.)|questions\/web\/(?:inbox|inquiry-card)|certificates\/web\/(?!certificate-(page|head|queries|view)|certificate\.))/.test(
        file,
      );
    const shop = [...onSide('web'), ...within('ui/')].filter((file) => !isAdminCode(file));
    expect(
      offences(
        shop,
        ({ target, isDynamic }) => !isDynamic && isAdminCode(target),
        'visitors would download it',
      ),
    ).toEqual([]);
  });

  test.each([
    [
      'kysely',
      /^platform\/db\/|\.queries\.ts$|^features\/[\w-]+\/server\/tables\.ts$/,
      'SQL lives in *.queries.ts',
    ],
    [
      'fastify',
      /\.routes\.ts$|^core\/server\/(app|main|context)\.ts$|^platform\/(http|page-cache)\//,
      'services know no HTTP',
    ],
    ['nodemailer', /^platform\/mail\//, 'mails leave through one door'],
    ['aws4fetch', /^platform\/storage\//, 'buckets are reached through one door'],
    ['sharp', /^platform\/images\//, 'pictures are computed in one place'],
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
    const seldomNeeded = [
      'sharp',
      '@fastify/swagger',
      'csv-stringify',
      'tar-stream',
      'yazl',
      'yauzl',
      'age-encryption',
      'mediabunny',
    ];
    const notByEveryShop = [
      'pg',
      'nodemailer',
      'aws4fetch',
      'fast-xml-parser',
      'prom-client',
      '@simplewebauthn/server',
    ];
    const later = new Set([
      ...seldomNeeded,
      ...notByEveryShop,
      'platform/db/migrations/first-release.ts',
    ]);
    const sending = 'core/server/messages/mail/sending.service.ts';
    // What the start imports dynamically is loaded by every start; mails are sent only where there is a server for them.
    const roots = [
      'core/server/start.ts',
      ...importsOf('core/server/start.ts').flatMap(({ target, isDynamic }) =>
        isDynamic ? [target] : [],
      ),
    ];
    const found = new Map(roots.filter((root) => root !== sending).map((root) => [root, root]));
    for (const [file, way] of found) {
      if (!production.includes(file) || later.has(file)) continue;
      for (const { target, isTypeOnly, isDynamic } of importsOf(file))
        if (!isTypeOnly && !isDynamic && !found.has(target))
          found.set(target, `${way} → ${target}`);
    }
    expect(found.size, 'the start is followed at all').toBeGreaterThan(300);
    expect(
      [...found].filter(([target]) => later.has(target)).map(([, way]) => way),
      'every start would wait for it, and hold it in memory: import it where it is used',
    ).toEqual([]);
  });

  test('has no screen that the page table does not name', () => {
    const screens = Object.values(pages).map(({ screen }) => `${screen.slice(1)}.tsx`);
    const desks = [
      'core/web/routes/admin-pages.tsx',
      ...onSide('web').filter((file) => file.endsWith('/desk.tsx')),
    ];
    const named = desks.flatMap((file) => importsOf(file).map(({ target }) => target));
    const reached = new Set(['core/web/routes/not-found-page.tsx', ...screens, ...named]);
    const orphans = onSide('web').filter(
      (file) => file.endsWith('-page.tsx') && !reached.has(file),
    );
    expect(
      orphans,
      'nobody could reach it: add its line to core/contract/storefront/pages.ts',
    ).toEqual([]);
    const missing = screens.filter((file) => !files.includes(file));
    expect(missing, 'the shop would not start: the page table names this file').toEqual([]);
  });

  test('asks the table, and no status by its name, whether an order has ended', () => {
    const byName = /\bstatus'?,? (?:[!=]==|'(?:=|<>|!=|in)',) \[?'cancelled'/;
    const guesses = production.filter((file) => byName.test(sourceOf(file)));
    expect(
      guesses,
      'another status that ends orders would be forgotten here: hasEnded of order-statuses.ts',
    ).toEqual([]);
  });

  test('reads the environment in one place', () => {
    const readers = [...onSide('server'), ...within('platform/')].filter(
      (file) => file !== 'core/server/config.ts' && /process\.env/.test(sourceOf(file)),
    );
    expect(readers, 'only core/server/config.ts reads process.env').toEqual([]);
  });

  test('takes the time from the injected clock', () => {
    const watchers = [...onSide('server'), ...within('platform/')].filter(
      (file) =>
        file !== 'platform/clock.ts' && /\bnew Date\(\)|\bDate\.now\(\)/.test(sourceOf(file)),
    );
    expect(watchers, 'tests could not move this time').toEqual([]);
  });

  test('has no barrel, no utils, no production code that imports tests, and reads demo/ in one feature', () => {
    expect(
      production.filter((file) =>
        /(^|\/)(index\.tsx?|utils?\.tsx?|utils\/|helpers?\.tsx?)/.test(file),
      ),
    ).toEqual([]);
    expect(
      offences(
        production,
        ({ target }) => /^(tests|bench)\//.test(target),
        'production code stands alone',
      ),
    ).toEqual([]);
    expect(
      offences(
        production.filter((file) => !/^core\/server\/transfer\/demo\/|^scripts\//.test(file)),
        ({ target }) => target.startsWith('demo/'),
        'demo/ is data',
      ),
    ).toEqual([]);
  });

  test('takes colours in style sheets from the room they are used in', () => {
    const sheets = globSync('{core,features,ui}/**/*.css').filter(
      (file) => file !== 'core/web/styles.css',
    );
    expect(sheets.length).toBeGreaterThan(3);
    // Tailwind computes its names of them at the root, where it is never dark.
    expect(sheets.filter((file) => sourceOf(file).includes('var(--color-'))).toEqual([]);
  });

  // As much as 400 lines held when a line had 140 columns.
  test('has no file of more than 625 lines', () => {
    expect(
      files
        .filter((file) => sourceOf(file).split('\n').length > 626)
        .map((file) => `${file} is too long to be understood at once`),
    ).toEqual([]);
  });
});
