import { ApiError, messageOf } from '#ui/lib/api.ts';
import { isLoggedOut } from '#ui/lib/refusals.ts';
import { makeStore, type Store } from '#ui/lib/store.ts';
import { ChangedFile, upload } from '#ui/lib/upload.ts';
import {
  type FileFacts,
  factsOf,
  forgetUnsent,
  keyOf,
  noteUnsent,
  readUnsent,
  storeUnsent,
} from './unsent-queries.ts';

/** `missing`: it has to be chosen again; `refused`: the shop does not take it. */
export type Sending = FileFacts & {
  key: string;
  state: 'waiting' | 'sending' | 'sent' | 'missing' | 'refused';
  share: number;
  message?: string;
};

export type SenderState = {
  items: readonly Sending[];
  isOffline: boolean;
  needsLogin: boolean;
  /** Bytes a second; null until that can be told. */
  speed: number | null;
};

const AT_ONCE = 2;
const RETRY_MS = [2_000, 5_000, 10_000, 20_000, 30_000];
/** A file on which the shop fails so often would keep all others waiting. */
const MAX_BROKEN = 3;
const brokenWords = (name: string) =>
  `“${name}” couldn’t be added: the shop failed on it. Please save it in another format.`;
/** Milliseconds before a speed is shown. */
const SPEED_AFTER_MS = 4_000;

export type Sender = {
  state: Store<SenderState>;
  add(files: readonly File[], known: ReadonlySet<string>): Promise<void>;
  resume(known: ReadonlySet<string>): Promise<void>;
  goOn(): void;
  stop(): void;
};

/**
 * @param onSent called for each file that the server has.
 * @param refusalOf why a file need not be sent at all.
 */
export function makeSender(
  intake: number,
  { onSent, refusalOf }: { onSent: () => void; refusalOf: (file: File) => string | null },
): Sender {
  const state = makeStore<SenderState>({
    items: [],
    isOffline: false,
    needsLogin: false,
    speed: null,
  });
  const files = new Map<string, File>();
  /** How often the shop itself failed on a file. */
  const broken = new Map<string, number>();
  const stopping = new AbortController();
  let running = 0;
  let failures = 0;
  let begun: { at: number; bytes: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<SenderState>) => state.set({ ...state.get(), ...change });
  const update = (key: string, change: Partial<Sending>) =>
    set({
      items: state.get().items.map((item) => (item.key === key ? { ...item, ...change } : item)),
    });

  function measure(): void {
    const sent = state
      .get()
      .items.reduce(
        (sum, { size, share, state: how }) => sum + (how === 'sent' ? size : size * share),
        0,
      );
    begun ??= { at: Date.now(), bytes: sent };
    const elapsed = Date.now() - begun.at;
    if (elapsed > SPEED_AFTER_MS && sent > begun.bytes)
      set({ speed: ((sent - begun.bytes) / elapsed) * 1000 });
  }

  function goOn(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    set({ needsLogin: false });
    next();
  }

  function next(): void {
    while (running < AT_ONCE && !stopping.signal.aborted && !state.get().needsLogin) {
      const item = state
        .get()
        .items.find(({ state: how, key }) => how === 'waiting' && files.has(key));
      const file = item && files.get(item.key);
      if (!item || !file) return;
      running += 1;
      void sendOne(item, file).finally(() => {
        running -= 1;
        // After a failure the timer goes on.
        if (failures === 0) next();
      });
    }
  }

  async function sendOne({ key, modifiedAt }: Sending, file: File): Promise<void> {
    update(key, { state: 'sending', share: 0 });
    const form = new FormData();
    form.append('data', JSON.stringify({ modifiedAt }));
    form.append('file', file);
    try {
      const onProgress = (share: number) => {
        update(key, { share });
        measure();
      };
      const { refusal } = await upload('POST /api/manage/intakes/:id/files', form, {
        params: { id: intake },
        onProgress,
        signal: stopping.signal,
      });
      failures = 0;
      set({ isOffline: false });
      // The intake itself says why: the shop has noted it there.
      await end(
        key,
        refusal === null ? { state: 'sent', share: 1 } : { state: 'refused', share: 0 },
      );
      onSent();
      measure();
    } catch (error) {
      await failed(key, error);
    }
  }

  async function end(key: string, change: Partial<Sending>): Promise<void> {
    update(key, change);
    files.delete(key);
    await forgetUnsent(intake, key);
  }

  async function failed(key: string, error: unknown): Promise<void> {
    if (stopping.signal.aborted) return;
    if (error instanceof ChangedFile) {
      files.delete(key);
      return update(key, { state: 'missing', share: 0, message: error.message });
    }
    if (error instanceof ApiError && error.status === 500) {
      const times = (broken.get(key) ?? 0) + 1;
      broken.set(key, times);
      if (times >= MAX_BROKEN) {
        failures = 0;
        const name = state.get().items.find((item) => item.key === key)?.name ?? '';
        return end(key, { state: 'refused', share: 0, message: brokenWords(name) });
      }
    }
    const isTemporary =
      !(error instanceof ApiError) ||
      error.status >= 500 ||
      error.status === 429 ||
      error.status === 408;
    if (!isTemporary && !isLoggedOut(error))
      return end(key, { state: 'refused', share: 0, message: messageOf(error) });
    update(key, { state: 'waiting', share: 0 });
    begun = null;
    if (isLoggedOut(error)) return set({ needsLogin: true });
    set({ isOffline: true, speed: null });
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        next();
      },
      RETRY_MS[Math.min(failures, RETRY_MS.length - 1)],
    );
    failures += 1;
  }

  const onOnline = () => goOn();
  window.addEventListener('online', onOnline);

  return {
    state,
    goOn,
    async add(chosen, known) {
      const items = new Map(state.get().items.map((item) => [item.key, item]));
      const added: FileFacts[] = [];
      for (const file of chosen) {
        const facts = factsOf(file);
        const key = keyOf(facts);
        const before = items.get(key);
        if (known.has(key) || (before && before.state !== 'missing')) continue;
        const refusal = refusalOf(file);
        if (refusal === null) {
          files.set(key, file);
          added.push(facts);
        }
        items.set(key, {
          ...facts,
          key,
          share: 0,
          ...(refusal === null ? { state: 'waiting' } : { state: 'refused', message: refusal }),
        });
      }
      set({ items: [...items.values()] });
      await noteUnsent(intake, added);
      next();
      for (const facts of added) {
        const key = keyOf(facts);
        const file = files.get(key);
        // It may be sent meanwhile.
        if (file && !(await storeUnsent(intake, key, file))) break;
        if (!files.has(key)) await forgetUnsent(intake, key);
      }
    },
    async resume(known) {
      const unsent = await readUnsent(intake);
      const items = new Map(state.get().items.map((item) => [item.key, item]));
      const sentAlready: string[] = [];
      for (const { file, ...facts } of unsent) {
        const key = keyOf(facts);
        if (items.has(key)) continue;
        if (known.has(key)) {
          sentAlready.push(key);
          continue;
        }
        if (file) files.set(key, file);
        items.set(key, { ...facts, key, share: 0, state: file ? 'waiting' : 'missing' });
      }
      set({ items: [...items.values()] });
      next();
      for (const key of sentAlready) await forgetUnsent(intake, key);
    },
    stop() {
      stopping.abort();
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    },
  };
}
