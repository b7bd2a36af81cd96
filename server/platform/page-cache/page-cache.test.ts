import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from './cached-response.ts';
import { createPageCache } from './page-cache.ts';

const answer = (body: string, tags: string[] | null = []): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body,
  tags: tags && new Set(tags),
});
const textOf = (kept: { bodies: { identity?: { body: Buffer } } }) => kept.bodies.identity?.body.toString();

/** Something to wait for, opened by hand. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

test('a hundred who ask at once get what is made once', async () => {
  const cache = createPageCache();
  let made = 0;
  const door = gate();
  const make = async () => {
    made += 1;
    await door.passed;
    return answer('page');
  };
  const all = Array.from({ length: 100 }, () => cache.answer('/', make));
  door.open();
  expect(new Set((await Promise.all(all)).map(textOf))).toEqual(new Set(['page']));
  await cache.answer('/', make);
  expect(made).toBe(1);
});

test('a failure is that of all who wait, and is not kept', async () => {
  const cache = createPageCache();
  const door = gate();
  const failing = async () => {
    await door.passed;
    throw new Error('away');
  };
  const all = Array.from({ length: 20 }, () => cache.answer('/', failing));
  door.open();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  expect(textOf(await cache.answer('/', async () => answer('well again')))).toBe('well again');
});

test('what names no tags is sent and not kept', async () => {
  const cache = createPageCache();
  await cache.answer('/', async () => answer('first', null));
  expect(textOf(await cache.answer('/', async () => answer('second', null)))).toBe('second');
  expect(cache.size()).toEqual({ answers: 0, bytes: 0 });
});

test('a change drops what was made of it and nothing else', async () => {
  const cache = createPageCache();
  await cache.answer('/12', async () => answer('12', ['specimen 12', 'settings']));
  await cache.answer('/13', async () => answer('13', ['specimen 13', 'settings']));
  cache.drop(['specimen 13']);
  expect([cache.get('/12') && 'kept', cache.get('/13')]).toEqual(['kept', undefined]);
  cache.drop(null);
  expect(cache.size()).toEqual({ answers: 0, bytes: 0 });
});

test.each<[string, string[] | null, boolean]>([
  ['of the same thing', ['specimen 12'], false],
  ['of everything', null, false],
  ['of something else', ['specimen 13'], true],
])('what was begun before a change %s is kept: %s', async (_, drop, isKept) => {
  const cache = createPageCache();
  const door = gate();
  const first = cache.answer('/', async () => {
    await door.passed;
    return answer('old', ['specimen 12']);
  });
  cache.drop(drop);
  // Whoever asks after the change must not get what was begun before it.
  const second = cache.answer('/', async () => answer('new', ['specimen 12']));
  door.open();
  expect([textOf(await first), textOf(await second)]).toEqual(['old', isKept ? 'old' : 'new']);
  expect(textOf(await cache.answer('/', async () => answer('third', [])))).toBe(isKept ? 'old' : 'new');
});

test('those who asked before a change wait for nothing else, those after it share one more', async () => {
  const cache = createPageCache();
  const doors = [gate(), gate()];
  let made = 0;
  const make = async () => {
    const turn = made++;
    await doors[turn]?.passed;
    return answer(String(turn), ['a']);
  };
  const before = [cache.answer('/', make), cache.answer('/', make)];
  cache.drop(['a']);
  const after = [cache.answer('/', make), cache.answer('/', make)];
  doors[0]?.open();
  expect((await Promise.all(before)).map(textOf)).toEqual(['0', '0']);
  doors[1]?.open();
  expect((await Promise.all(after)).map(textOf)).toEqual(['1', '1']);
  expect(made).toBe(2);
});

test('a flood of addresses leaves a bounded number of answers and bytes, those in use among them', async () => {
  const cache = createPageCache({ answers: 50, bytes: 10 * 2 ** 20 });
  for (let turn = 0; turn < 500; turn++) {
    await cache.answer(`/?search=${turn}`, async () => answer(`nothing for ${turn}`));
    await cache.answer('/', async () => answer('home'));
  }
  expect(cache.size().answers).toBe(50);
  expect([cache.get('/') && 'kept', cache.get('/?search=0')]).toEqual(['kept', undefined]);

  const small = createPageCache({ bytes: 100_000 });
  for (let turn = 0; turn < 500; turn++) await small.answer(`/${turn}`, async () => answer('x'.repeat(400)));
  expect(small.size().bytes).toBeLessThanOrEqual(100_000);
  expect(small.size().answers).toBeGreaterThan(10);
});

test('with room for nothing nothing is kept, and parallel calls still share', async () => {
  const cache = createPageCache({ answers: 0 });
  let made = 0;
  const make = async () => answer(String(++made));
  expect((await Promise.all([cache.answer('/', make), cache.answer('/', make)])).map(textOf)).toEqual(['1', '1']);
  expect(textOf(await cache.answer('/', make))).toBe('2');
});

test('whatever changes and readers do to each other, nobody reads what was over before he asked', async () => {
  const things = ['a', 'b', 'c'];
  const step = fc.oneof(
    fc.record({ kind: fc.constant('read' as const), address: fc.constantFrom('ab', 'bc', 'c'), pauses: fc.nat(4) }),
    fc.record({ kind: fc.constant('change' as const), thing: fc.constantFrom(...things) }),
    fc.record({ kind: fc.constant('pause' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const cache = createPageCache();
      const world: Record<string, number> = { a: 0, b: 0, c: 0 };
      const reads: Promise<void>[] = [];
      const read = async (address: string, pauses: number) => {
        const asked = { ...world };
        const kept = await cache.answer(address, async () => {
          const seen: Record<string, number | undefined> = {};
          // One thing after another, with time for changes between and after.
          for (const thing of address) {
            seen[thing] = world[thing];
            for (let pause = 0; pause < pauses; pause++) await Promise.resolve();
          }
          return answer(JSON.stringify(seen), [...address]);
        });
        const seen = JSON.parse(textOf(kept) ?? '');
        for (const thing of address) expect(seen[thing]).toBeGreaterThanOrEqual(asked[thing] ?? 0);
      };
      for (const one of steps) {
        if (one.kind === 'read') reads.push(read(one.address, one.pauses));
        else if (one.kind === 'pause') await new Promise(setImmediate);
        else {
          world[one.thing] = (world[one.thing] ?? 0) + 1;
          cache.drop([one.thing]);
        }
      }
      await Promise.all(reads);
      for (const address of ['ab', 'bc', 'c']) await read(address, 0);
    }),
    { numRuns: 300 },
  );
});
