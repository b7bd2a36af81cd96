/**
 * One window sends at a time, each entry under its key. The page does so, and the service worker
 * when the network is back.
 */
import { pathOf } from '#ui/lib/api.ts';
import { holdBody, pieceData, returnBody, saleBody } from './bodies.ts';
import { type Claims, type Entry, linesOf, type PieceEntry } from './entries.ts';
import {
  type Outcome,
  outcomeOf,
  RECORDED,
  rivalsOf,
  settled,
  toSend,
  tried,
  withHold,
} from './queue-rules.ts';
import {
  changeEntry,
  fetchClaims,
  forgetWithSession,
  readEntries,
  readFile,
  removeEntry,
} from './show-queries.ts';

const LOCK = 'druse-show-sending';

/**
 * done: all was sent or settled. login: the session has ended. later: the shop is out of reach now.
 * elsewhere: another window sends.
 */
export type Sent =
  | { result: 'done' | 'login' | 'elsewhere' }
  | { result: 'later'; seconds: number | null };

export async function sendQueue(): Promise<Sent> {
  // Absent on plain http: there the keys alone keep anything from being entered twice.
  if (!navigator.locks) return sendAll();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? sendAll() : { result: 'elsewhere' as const },
  );
}

/** Nothing is sent meanwhile, so nothing is changed on its way. */
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
    // It names its order for good, and from now on the shop may have it. Stored once: whoever
    // listens may send again.
    if (entry !== next || !next.wasTried)
      await changeEntry(entry.key, (stored) => tried(stored, entries));
    const outcome = await send(entry);
    if (outcome.kind === 'login') {
      await forgetWithSession();
      return { result: 'login' };
    }
    if (outcome.kind === 'later') return { result: 'later', seconds: outcome.seconds };
    // Who has it is worth a sentence; without it the refusal's own words do.
    const claims = outcome.kind === 'conflict' ? await claimsOn(entry).catch(() => null) : null;
    await changeEntry(entry.key, (stored) => settled(stored, outcome, Date.now(), claims));
  }
}

async function claimsOn(entry: Entry): Promise<Claims | null> {
  if (entry.kind !== 'sale' && entry.kind !== 'hold') return null;
  for (const line of linesOf(entry)) {
    const rivals = rivalsOf(entry, line, await fetchClaims(line.specimenId));
    if (rivals) return rivals;
  }
  return null;
}

/** Where the hold's order is unknown, the admin looks. */
async function endRelease(entry: Entry, hold: 'none' | 'unknown'): Promise<void> {
  if (hold === 'unknown')
    return changeEntry(entry.key, (stored) => ({ ...stored, state: 'refused', message: RECORDED }));
  if (entry.kind === 'ending' && entry.typed.holdKey !== undefined)
    await removeEntry(entry.typed.holdKey);
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
  return fetch(pathOf('POST /api/specimens'), {
    method: 'POST',
    headers: { 'Idempotency-Key': entry.key },
    body,
    credentials: 'include',
  });
}

function request(entry: Entry): Promise<Response> {
  if (entry.kind === 'piece') return postPiece(entry);
  if (entry.kind === 'sale')
    return post(pathOf('POST /api/manage/sales'), entry.key, saleBody(entry));
  if (entry.kind === 'hold')
    return post(pathOf('POST /api/manage/sales'), entry.key, holdBody(entry));
  const { what, orderId } = entry.typed;
  if (what === 'release')
    return post(
      pathOf('POST /api/manage/show/holds/:id/release', { params: { id: orderId ?? 0 } }),
      entry.key,
      {},
    );
  const cancelling = pathOf('POST /api/manage/orders/:id/cancel', { params: { id: orderId ?? 0 } });
  return post(cancelling, entry.key, returnBody(entry));
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
