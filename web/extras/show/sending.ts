/** Sends what waits: one after another, in one window at a time, each under its key. The page does so, and the service worker when the network is back. */
import { holdBody, pieceData, returnBody, saleBody } from './bodies.ts';
import { type Claims, type Entry, linesOf, type PieceEntry } from './entries.ts';
import { type Outcome, outcomeOf, RECORDED, rivalsOf, settled, toSend, tried, withHold } from './queue-rules.ts';
import { changeEntry, fetchClaims, readEntries, readFile, removeEntry } from './show-queries.ts';

const LOCK = 'druse-show-sending';

/** done: all that waited was sent or settled. login: the session has ended. later: there is no way to the shop now. elsewhere: another window sends. */
export type Sent = { result: 'done' | 'login' | 'elsewhere' } | { result: 'later'; seconds: number | null };

/** Sends everything that waits, unless another window is sending. */
export async function sendQueue(): Promise<Sent> {
  // Absent on plain http: there the keys alone see to it that nothing is entered twice.
  if (!navigator.locks) return sendAll();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll() : { result: 'elsewhere' as const }));
}

/** Runs while nothing is being sent, so that nothing is changed on its way. */
export async function whileNotSending<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function sendAll(): Promise<Sent> {
  const sent = new Set<string>();
  for (;;) {
    // Read each time: meanwhile something may have been recorded, or taken back.
    const entries = await readEntries();
    const next = toSend(entries).find(({ key }) => !sent.has(key));
    if (!next) return { result: 'done' };
    sent.add(next.key);
    const entry = withHold(next, entries);
    if (entry === 'none' || entry === 'unknown') {
      await endRelease(next, entry);
      continue;
    }
    // It names its order for good, and from now on the shop may have it. Stored once: whoever listens may send again.
    if (entry !== next || !next.wasTried) await changeEntry(entry.key, (stored) => tried(stored, entries));
    const outcome = await send(entry);
    if (outcome.kind === 'login') return { result: 'login' };
    if (outcome.kind === 'later') return { result: 'later', seconds: outcome.seconds };
    // Who has it is worth a sentence; without it the refusal's own words do.
    const claims = outcome.kind === 'conflict' ? await claimsOn(entry).catch(() => null) : null;
    await changeEntry(entry.key, (stored) => settled(stored, outcome, Date.now(), claims));
  }
}

/** Who has the first of its pieces that is not free. */
async function claimsOn(entry: Entry): Promise<Claims | null> {
  if (entry.kind !== 'sale' && entry.kind !== 'hold') return null;
  for (const line of linesOf(entry)) {
    const rivals = rivalsOf(entry, line, await fetchClaims(line.specimenId));
    if (rivals) return rivals;
  }
  return null;
}

/** Ends a release that has nothing to release, with the hold that the shop refused; where the hold's order is unknown, the admin looks. */
async function endRelease(entry: Entry, hold: 'none' | 'unknown'): Promise<void> {
  if (hold === 'unknown') return changeEntry(entry.key, (stored) => ({ ...stored, state: 'refused', message: RECORDED }));
  if (entry.kind === 'ending' && entry.typed.holdKey !== undefined) await removeEntry(entry.typed.holdKey);
  await removeEntry(entry.key);
}

const post = (url: string, key: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'include',
  });

async function postPiece(entry: PieceEntry): Promise<Response> {
  const body = new FormData();
  body.append('data', JSON.stringify(pieceData(entry)));
  for (const [index, id] of entry.typed.pictures.entries()) {
    const file = await readFile(entry.key, id);
    if (file) body.append(index === 0 ? 'image' : 'images', file.blob, file.name);
  }
  return fetch('/api/specimens', { method: 'POST', headers: { 'Idempotency-Key': entry.key }, body, credentials: 'include' });
}

function request(entry: Entry): Promise<Response> {
  if (entry.kind === 'piece') return postPiece(entry);
  if (entry.kind === 'sale') return post('/api/manage/sales', entry.key, saleBody(entry));
  if (entry.kind === 'hold') return post('/api/manage/sales', entry.key, holdBody(entry));
  const { what, orderId } = entry.typed;
  if (what === 'release') return post(`/api/manage/show/holds/${orderId}/release`, entry.key, {});
  return post(`/api/manage/orders/${orderId}/cancel`, entry.key, returnBody(entry));
}

async function send(entry: Entry): Promise<Outcome> {
  let response: Response;
  try {
    response = await request(entry);
  } catch {
    return { kind: 'later', seconds: null };
  }
  const text = await response.text().catch(() => null);
  // The response broke off: what it said is asked again under the same key.
  if (text === null) return { kind: 'later', seconds: null };
  return outcomeOf(entry.kind, response.status, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
