/** Sends what waits: one after another, in one window at a time, each under its key. The page does so, and the service worker when the network is back. */
import { type Entry, type Outcome, outcomeOf, pieceData, saleBody, settled, toSend } from './queue-rules.ts';
import { changeEntry, fetchClaims, readEntries, readFile } from './show-queries.ts';

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
  const tried = new Set<string>();
  for (;;) {
    // Read each time: meanwhile something may have been recorded, or taken back.
    const entry = toSend(await readEntries()).find(({ key }) => !tried.has(key));
    if (!entry) return { result: 'done' };
    tried.add(entry.key);
    const outcome = await send(entry);
    if (outcome.kind === 'login') return { result: 'login' };
    if (outcome.kind === 'later') return { result: 'later', seconds: outcome.seconds };
    const isContested = outcome.kind === 'conflict' && entry.kind === 'sale';
    // Who has it is worth a sentence; without it the refusal's own words do.
    const claims = isContested ? await fetchClaims(entry.typed.specimenId).catch(() => null) : null;
    await changeEntry(entry.key, (stored) => settled(stored, outcome, Date.now(), claims));
  }
}

async function send(entry: Entry): Promise<Outcome> {
  let response: Response;
  try {
    const headers = { 'Idempotency-Key': entry.key };
    if (entry.kind === 'sale') {
      const body = JSON.stringify(saleBody(entry));
      const json = { ...headers, 'Content-Type': 'application/json' };
      response = await fetch('/api/manage/sales', { method: 'POST', headers: json, body, credentials: 'include' });
    } else {
      const body = new FormData();
      body.append('data', JSON.stringify(pieceData(entry)));
      for (const [index, id] of entry.typed.pictures.entries()) {
        const file = await readFile(entry.key, id);
        if (file) body.append(index === 0 ? 'image' : 'images', file.blob, file.name);
      }
      response = await fetch('/api/specimens', { method: 'POST', headers, body, credentials: 'include' });
    }
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
