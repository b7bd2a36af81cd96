import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { responseTo, type UncachedResponse } from './cached-response.ts';
import { createEmptyCache, createPageCache } from './page-cache.ts';

const response = (body: string, tags: string[] | null = []): UncachedResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body,
  tags: tags && new Set(tags),
});
const textOf = (cached: { bodies: { identity?: { body: Buffer } } }) =>
  cached.bodies.identity?.body.toString();

/** A request that accepts this encoding alone. */
const asking = (encoding: string) =>
  ({ headers: { 'accept-encoding': encoding } }) as unknown as IncomingMessage;

const pairsOf = (head: string[]) =>
  head.flatMap((name, index) => (index % 2 === 0 ? [[name, head[index + 1]] as const] : []));

/** Something to wait for, opened by hand. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

test('a hundred requests at once share one response that is made once', async () => {
  const cache = createPageCache();
  let made = 0;
  const door = gate();
  const make = async () => {
    made += 1;
    await door.passed;
    return response('page');
  };
  const all = Array.from({ length: 100 }, () => cache.respond('/', make));
  door.open();
  expect(new Set((await Promise.all(all)).map(textOf))).toEqual(new Set(['page']));
  await cache.respond('/', make);
  expect(made).toBe(1);
});

test('a failure reaches all who wait and is not cached', async () => {
  const cache = createPageCache();
  const door = gate();
  const failing = async () => {
    await door.passed;
    throw new Error('away');
  };
  const all = Array.from({ length: 20 }, () => cache.respond('/', failing));
  door.open();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(
    Array(20).fill('rejected'),
  );
  expect(textOf(await cache.respond('/', async () => response('well again')))).toBe('well again');
});

test('a response without tags is sent but not cached', async () => {
  const cache = createPageCache();
  await cache.respond('/', async () => response('first', null));
  expect(textOf(await cache.respond('/', async () => response('second', null)))).toBe('second');
  expect(cache.size()).toEqual({ responses: 0, bytes: 0 });
});

test('a change invalidates what was made from it and nothing else', async () => {
  const cache = createPageCache();
  await cache.respond('/12', async () => response('12', ['specimen 12', 'settings']));
  await cache.respond('/13', async () => response('13', ['specimen 13', 'settings']));
  cache.invalidate(['specimen 13']);
  expect([cache.get('/12') && 'cached', cache.get('/13')]).toEqual(['cached', undefined]);
  cache.invalidate(null);
  expect(cache.size()).toEqual({ responses: 0, bytes: 0 });
});

test.each<[string, string[] | null, boolean]>([
  ['of the same thing', ['specimen 12'], false],
  ['of everything', null, false],
  ['of something else', ['specimen 13'], true],
])('a response begun before a change %s is cached: %s', async (_, changed, isCached) => {
  const cache = createPageCache();
  const door = gate();
  const first = cache.respond('/', async () => {
    await door.passed;
    return response('old', ['specimen 12']);
  });
  cache.invalidate(changed);
  // A request after the change must not get what was begun before it.
  const second = cache.respond('/', async () => response('new', ['specimen 12']));
  door.open();
  expect([textOf(await first), textOf(await second)]).toEqual(['old', isCached ? 'old' : 'new']);
  expect(textOf(await cache.respond('/', async () => response('third', [])))).toBe(
    isCached ? 'old' : 'new',
  );
});

test('requests from before a change get the response they wait for, those after it share a new one', async () => {
  const cache = createPageCache();
  const doors = [gate(), gate()];
  let made = 0;
  const make = async () => {
    const turn = made++;
    await doors[turn]?.passed;
    return response(String(turn), ['a']);
  };
  const before = [cache.respond('/', make), cache.respond('/', make)];
  cache.invalidate(['a']);
  const after = [cache.respond('/', make), cache.respond('/', make)];
  doors[0]?.open();
  expect((await Promise.all(before)).map(textOf)).toEqual(['0', '0']);
  doors[1]?.open();
  expect((await Promise.all(after)).map(textOf)).toEqual(['1', '1']);
  expect(made).toBe(2);
});

const MB = 2 ** 20;

test('a flood of searches leaves a bounded number of them, those in use among them, and evicts no page', async () => {
  const cache = createPageCache({ searches: { maxResponses: 50, maxBytes: 10 * MB } });
  await cache.respond('/', async () => response('home'));
  await cache.respond('/specimen/12', async () => response('12'));
  for (let turn = 0; turn < 500; turn++) {
    await cache.respond(`/?search=${turn}`, async () => response(`nothing for ${turn}`));
    await cache.respond('/?sort=newest', async () => response('newest'));
  }
  expect(cache.size().responses).toBe(52);
  expect(
    ['/', '/specimen/12', '/?sort=newest', '/?search=0'].map((key) => cache.get(key) && 'cached'),
  ).toEqual(['cached', 'cached', 'cached', undefined]);
});

test('a flood of pages leaves as many bytes as the budget allows', async () => {
  const cache = createPageCache({ pages: { maxResponses: 4_000, maxBytes: 100_000 } });
  for (let turn = 0; turn < 500; turn++)
    await cache.respond(`/${turn}`, async () => response('x'.repeat(400)));
  expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
  expect(cache.size().responses).toBeGreaterThan(10);
});

test('a response holds as much memory as is counted, however small its body is', async () => {
  const cache = createPageCache();
  const bodies = [
    'small',
    'like text that is compressed '.repeat(40),
    Array.from({ length: 4_000 }, (_, n) => n * n).join(),
  ];
  for (const [turn, body] of bodies.entries()) {
    const cached = await cache.respond(`/${turn}`, async () => response(body));
    for (const encoding of ['br', 'gzip', 'identity']) await responseTo(asking(encoding), cached);
    for (const { body } of Object.values(cached.bodies))
      expect(body.buffer.byteLength).toBe(body.length);
  }
  const held = bodies
    .flatMap((_, turn) => Object.values(cache.get(`/${turn}`)?.bodies ?? {}))
    .map(({ body }) => body.length);
  expect(held).toHaveLength(7);
  const overhead = cache.size().bytes - held.reduce((sum, length) => sum + length, 0);
  expect(overhead).toBe(bodies.length * 4_000);
});

test('a plain body is decompressed once, counted, and dropped before a response is', async () => {
  const cache = createPageCache({ pages: { maxResponses: 100, maxBytes: 100_000 } });
  const respond = (turn: number) =>
    cache.respond(`/${turn}`, async () => response('like text that is compressed '.repeat(1_000)));
  await respond(0);
  const before = cache.size().bytes;
  const plain = async (turn: number) => responseTo(asking('identity'), await respond(turn));
  const [first, second] = await Promise.all([plain(0), plain(0)]);
  expect(second.body).toBe(first.body);
  expect((await plain(0)).body).toBe(first.body);
  expect(cache.size().bytes).toBe(before + 29_000);
  for (let turn = 1; turn < 10; turn++) await plain(turn);
  expect(cache.size().responses).toBe(10);
  expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
  expect((await plain(0)).body?.toString()).toBe(first.body?.toString());
});

test('plain bodies of pages that are gone leave room for those of others', async () => {
  const cache = createPageCache({ pages: { maxResponses: 100, maxBytes: 100_000 } });
  const plain = async () =>
    responseTo(
      asking('identity'),
      await cache.respond('/', async () => response('like text that is compressed '.repeat(1_000))),
    );
  for (let turn = 0; turn < 3; turn++) {
    const { body } = await plain();
    expect((await plain()).body).toBe(body);
    cache.invalidate(null);
  }
});

test('a cache without room caches nothing, and parallel calls still share a response', async () => {
  const cache = createEmptyCache();
  let made = 0;
  const make = async () => response(String(++made));
  expect(
    (await Promise.all([cache.respond('/', make), cache.respond('/', make)])).map(textOf),
  ).toEqual(['1', '1']);
  expect(textOf(await cache.respond('/', make))).toBe('2');
});

test('whatever the order of changes and reads, nobody reads what was outdated before he asked', async () => {
  const things = ['a', 'b', 'c'];
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('read' as const),
      key: fc.constantFrom('ab', 'bc', 'c'),
      pauses: fc.nat(4),
    }),
    fc.record({ kind: fc.constant('change' as const), thing: fc.constantFrom(...things) }),
    fc.record({ kind: fc.constant('pause' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const cache = createPageCache();
      const world: Record<string, number> = { a: 0, b: 0, c: 0 };
      const reads: Promise<void>[] = [];
      const read = async (key: string, pauses: number) => {
        const asked = { ...world };
        const cached = await cache.respond(key, async () => {
          const seen: Record<string, number | undefined> = {};
          // One thing after another, with time for changes between and after.
          for (const thing of key) {
            seen[thing] = world[thing];
            for (let pause = 0; pause < pauses; pause++) await Promise.resolve();
          }
          return response(JSON.stringify(seen), [...key]);
        });
        const seen = JSON.parse(textOf(cached) ?? '');
        for (const thing of key) expect(seen[thing]).toBeGreaterThanOrEqual(asked[thing] ?? 0);
      };
      for (const one of steps) {
        if (one.kind === 'read') reads.push(read(one.key, one.pauses));
        else if (one.kind === 'pause') await new Promise(setImmediate);
        else {
          world[one.thing] = (world[one.thing] ?? 0) + 1;
          cache.invalidate([one.thing]);
        }
      }
      await Promise.all(reads);
      for (const key of ['ab', 'bc', 'c']) await read(key, 0);
    }),
    { numRuns: 300 },
  );
});

/** Compresses differently well, as a page does. */
const page = Array.from(
  { length: 2_000 },
  (_, index) => `<p class="card-${index % 7}">${Math.sin(index)}</p>`,
).join('');

test('what has been read several times is compressed as far as it goes, and says the same', async () => {
  const cache = createPageCache();
  const cached = await cache.respond('/', async () => response(page));
  const before = await responseTo(asking('br'), cached);
  const bytes = cache.size().bytes;
  for (let reader = 0; reader < 5; reader++) await responseTo(asking('br'), cached);
  await expect
    .poll(async () => (await responseTo(asking('br'), cached)).body?.length)
    .toBeLessThan(before.body?.length ?? 0);
  const after = await responseTo(asking('br'), cached);
  expect(brotliDecompressSync(after.body ?? '').toString()).toBe(page);
  expect(pairsOf(after.head)).toEqual(
    pairsOf(before.head).map(([name, value]) => [
      name,
      name === 'content-length' ? String(after.body?.length) : value,
    ]),
  );
  expect(bytes - cache.size().bytes).toBe((before.body?.length ?? 0) - (after.body?.length ?? 0));
});

test('nothing is compressed further while the process has its hands full', async () => {
  const cache = createPageCache();
  const cached = await cache.respond('/', async () => response(page));
  const { body: before } = await responseTo(asking('br'), cached);
  let isBusy = true;
  const spin = () => {
    if (isBusy) setImmediate(spin);
  };
  spin();
  for (let reader = 0; reader < 5; reader++) await responseTo(asking('br'), cached);
  // It takes a tenth of a second, after half a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await responseTo(asking('br'), cached)).body).toBe(before);
  isBusy = false;
  await expect
    .poll(async () => (await responseTo(asking('br'), cached)).body, { timeout: 10_000 })
    .not.toBe(before);
});

test.each([
  ['that was dropped meanwhile', response(page), true],
  ['that is rarely requested', { ...response(page), quality: 1 }, false],
])('a response %s stays as it is', async (_, made, isDropped) => {
  const [cache, other] = [createPageCache(), createPageCache()];
  const cached = await cache.respond('/', async () => made);
  const { body } = await responseTo(asking('br'), cached);
  if (isDropped) cache.invalidate(null);
  const later = await other.respond('/', async () => response(page));
  const { body: first } = await responseTo(asking('br'), later);
  for (let reader = 0; reader < 5; reader++)
    for (const one of [cached, later]) await responseTo(asking('br'), one);
  // They take turns: where the later one is done, so would be the earlier.
  await expect.poll(async () => (await responseTo(asking('br'), later)).body).not.toBe(first);
  expect((await responseTo(asking('br'), cached)).body).toBe(body);
});

test('a dropped response is lost until it is claimed or replaced, and lost again if it changes meanwhile', async () => {
  const cache = createPageCache();
  const make = async () => response('home', ['specimen 12']);
  for (const key of ['/', '/13', '/?search=quartz']) await cache.respond(key, make);
  cache.invalidate(['specimen 13']);
  expect(cache.isLost('/')).toBe(false);
  cache.invalidate(['specimen 12']);
  // Strangers can make up any number of searches.
  expect(['/', '/13', '/?search=quartz', '/14'].map(cache.isLost)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  await cache.respond('/13', make);
  expect(['/', '/13'].map(cache.takeLost)).toEqual([true, false]);
  expect(cache.isLost('/')).toBe(false);
  const door = gate();
  const made = cache.respond('/', () => door.passed.then(make));
  cache.invalidate(['specimen 12']);
  door.open();
  await made;
  expect(cache.isLost('/')).toBe(true);
});
