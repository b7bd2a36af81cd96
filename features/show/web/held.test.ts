/** What is sent, and in which sequence, when a hold is discarded or put back on sale before the shop has answered. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShowPiece } from '#features/show/contract/show.ts';
import { type Entry, type HoldEntry, newEnding, newHold, newSale } from './entries.ts';
import { discardHere, releaseHere } from './held.ts';
import { onTable } from './on-table.ts';
import { discardWords, recorded, reopened } from './queue-rules.ts';
import { sendQueue } from './sending.ts';

const entries = vi.hoisted(() => new Map<string, Entry>());
vi.mock('./show-queries.ts', () => ({
  readEntries: async () => [...entries.values()],
  readEntry: async (key: string) => entries.get(key),
  putEntry: async (entry: Entry) => void entries.set(entry.key, entry),
  removeEntry: async (key: string) => void entries.delete(key),
  changeEntry: async (key: string, change: (entry: Entry) => Entry) => {
    const entry = entries.get(key);
    if (entry) entries.set(key, change(entry));
  },
  fetchClaims: async () => Promise.reject(new TypeError('No network')),
}));

const NOW = Date.now();
const piece: ShowPiece = {
  id: 12,
  title: 'Azurite',
  catalogueNumber: '',
  price: '90.00',
  priceCode: null,
  free: 1,
  picture: '',
  holds: [],
};
const hold = recorded(
  {
    ...newHold('h', NOW, piece),
    typed: { ...newHold('h', NOW, piece).typed, customerName: 'Wanda' },
  },
  NOW,
);
const table = () => onTable(piece, [...entries.values()], 0, NOW);
const left = () => [...entries.values()].map(({ kind, state }) => `${kind} ${state}`);

type Answer = 'lost' | { status: number; body: object | null };
const made: Answer = { status: 201, body: { id: 7 } };
const none: Answer = { status: 204, body: null };
const refusal = (status: number, code: string): Answer => ({
  status,
  body: { code, message: 'No.' },
});
/** What was sent last. */
let bodies: unknown[] = [];
/** @returns where it was sent. */
async function sent(...answers: Answer[]): Promise<string[]> {
  const urls: string[] = [];
  bodies = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    urls.push(url.replace('/api/manage/', ''));
    bodies.push(JSON.parse(body));
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response(answer.body === null ? null : JSON.stringify(answer.body), {
      status: answer.status,
    });
  });
  await sendQueue();
  return urls;
}
async function putBack(): Promise<void> {
  const [held] = table().holds;
  if (held) await releaseHere(held, piece);
}

afterEach(() => void vi.unstubAllGlobals());
beforeEach(() => {
  entries.clear();
  entries.set('h', hold);
});

test('a hold that was never sent is gone as soon as it is put back on sale or discarded', async () => {
  await putBack();
  expect([left(), await sent()]).toEqual([[], []]);
  entries.set('h', hold);
  await discardHere('h');
  expect([left(), await sent()]).toEqual([[], []]);
});

test('a hold whose answer was lost is sent again and then released, once it is put back on sale', async () => {
  expect(await sent('lost')).toEqual(['sales']);
  await putBack();
  expect(table()).toMatchObject({ free: 1, holds: [] });
  // The network is still away, then the shop answers.
  expect(await sent('lost')).toEqual(['sales']);
  expect(await sent(made, none)).toEqual(['sales', 'show/holds/7/release']);
  expect(left()).toEqual(['hold sent', 'ending sent']);
  expect(await sent()).toEqual([]);
});

test('a hold whose answer was lost is sent in its first words, and then released', async () => {
  for (const end of [() => discardHere('h'), putBack]) {
    entries.clear();
    entries.set('h', hold);
    await sent('lost');
    const changed = reopened({
      ...hold,
      ...entries.get('h'),
      typed: { ...hold.typed, customerName: 'Wilma' },
    } as HoldEntry);
    expect(discardWords(changed)).toContain('put back on sale');
    entries.set('h', recorded(changed, NOW));
    await end();
    expect(await sent(made, none)).toEqual(['sales', 'show/holds/7/release']);
    expect(bodies[0]).toMatchObject({ customerName: 'Wanda' });
  }
});

test('a hold whose answer was lost is released too when its form no longer holds a sendable hold', async () => {
  await sent('lost');
  entries.set(
    'h',
    reopened({
      ...hold,
      ...entries.get('h'),
      typed: { ...hold.typed, price: '', until: null },
    } as HoldEntry),
  );
  await discardHere('h');
  expect(await sent(made, none)).toEqual(['sales', 'show/holds/7/release']);
  expect(bodies[0]).toMatchObject({
    price: '90.00',
    holdUntil: new Date(hold.typed.until ?? 0).toISOString(),
  });
});

test('a hold that is put back on sale and that the shop then refuses leaves nothing', async () => {
  await sent('lost');
  await putBack();
  expect(await sent(refusal(409, 'state_conflict'))).toEqual(['sales']);
  expect(left()).toEqual([]);
  entries.set('h', hold);
  await sent('lost');
  await putBack();
  expect(await sent(refusal(422, 'key_reused'))).toEqual(['sales']);
  expect(left()).toEqual(['hold sent', 'ending refused']);
});

test('a hold that the shop has in other words is released by the order that the shop names', async () => {
  const inOtherWords: Answer = {
    status: 422,
    body: { code: 'key_reused', message: 'Used.', madeId: 7 },
  };
  await sent('lost');
  await putBack();
  expect(await sent(inOtherWords, none)).toEqual(['sales', 'show/holds/7/release']);
  entries.clear();
  entries.set('h', hold);
  await sent(inOtherWords);
  await putBack();
  expect(await sent(none)).toEqual(['show/holds/7/release']);
});

test('a hold that the shop has answered is released by its order, and one that it refused can be discarded', async () => {
  await sent(made);
  await putBack();
  expect(await sent(none)).toEqual(['show/holds/7/release']);
  entries.clear();
  entries.set('h', hold);
  await sent(refusal(409, 'state_conflict'));
  const [refused] = entries.values();
  expect(refused && discardWords(reopened(refused))).toBe('Deletes “Azurite” from this device.');
  await discardHere('h');
  expect([left(), await sent()]).toEqual([[], []]);
});

test('of a sale or a return whose answer was lost, discarding says that the shop may have it', async () => {
  const sale = recorded(newSale('s', NOW, piece), NOW);
  const ending = newEnding('e', NOW, {
    what: 'return',
    orderId: 4,
    title: 'Azurite',
    lines: [],
    price: '5',
    receivedAmount: '5',
    method: 'Cash',
  });
  for (const entry of [sale, ending]) {
    entries.clear();
    entries.set(entry.key, entry);
    expect(discardWords(entry)).toBe('Deletes “Azurite” from this device.');
    await sent('lost');
    expect(discardWords(entries.get(entry.key) ?? entry)).toContain('The shop may have it already');
    await discardHere(entry.key);
    expect([left(), await sent()]).toEqual([[], []]);
  }
});
