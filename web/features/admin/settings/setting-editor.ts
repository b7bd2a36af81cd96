/**
 * The editor of one setting: loads it and saves it after a pause in typing, one save at a time; the last value wins. What another tab has saved meanwhile
 * is merged, or the owner chooses.
 */
import type { Setting, SettingKey } from '#contract/admin/settings.ts';
import { isCancelled } from '#web/lib/cancelled.ts';
import { type Difference, proposalsOf, type Side } from '#web/lib/differences.ts';
import { isStale } from '#web/lib/if-match.ts';
import { differentSettings, mergeSettings } from './setting-differences.ts';

/** How long typing must pause before the value is saved. */
export const PAUSE_MS = 800;

export type EditorState<K extends SettingKey> = {
  /** The value that the form shows; null until it is loaded. */
  value: Setting<K> | null;
  /** Why loading failed. */
  loadError: string | null;
  /** Messages by field; an invalid value is not saved. */
  errors: Record<string, string>;
  /** `unsaved` after a save that failed, `calledOff` after one that the owner did not confirm: then the value is the stored one again. */
  saving: 'saved' | 'waiting' | 'saving' | 'unsaved' | 'calledOff';
  /** What another tab has saved, where both have changed the same field; nothing is saved until one is chosen. */
  conflict: { theirs: StoredSetting<K>; differences: Difference[] } | null;
  /** How often what another tab has saved came into the value. */
  merges: number;
};

/** A setting as it is stored; the version is null where the server named none. */
export type StoredSetting<K extends SettingKey> = { value: Setting<K>; version: string | null };

export type SaveOptions = { version: string | null; signal: AbortSignal; keepalive: boolean };

/** How an editor talks to the server and the page. */
export type SettingIO<K extends SettingKey> = {
  load(): Promise<StoredSetting<K>>;
  /** @throws ApiError 412 where another version is stored. */
  save(value: Setting<K>, options: SaveOptions): Promise<StoredSetting<K>>;
  check(value: Setting<K>): Record<string, string>;
  /** @param isLast whether nothing has been typed since. */
  onSaved(stored: Setting<K>, isLast: boolean): void;
  onFailed(error: unknown): void;
};

export class SettingEditor<K extends SettingKey> {
  readonly #io: SettingIO<K>;
  readonly #listeners = new Set<() => void>();
  #state: EditorState<K> = { value: null, loadError: null, errors: {}, saving: 'saved', conflict: null, merges: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;
  /** As the server has it. */
  #stored: StoredSetting<K> | null = null;
  /** How many edits were made, and how many of them are saved. */
  #edits = 0;
  #savedEdits = 0;

  constructor(io: SettingIO<K>) {
    this.#io = io;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
  state = (): EditorState<K> => this.#state;

  #set(change: Partial<EditorState<K>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  async load(): Promise<void> {
    this.#set({ loadError: null });
    try {
      this.#stored = await this.#io.load();
      const { value } = this.#stored;
      this.#set({ value, errors: this.#io.check(value) });
    } catch (error) {
      this.#set({ loadError: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Takes the new value and saves it after the pause, or at once. */
  edit(value: Setting<K>, { atOnce = false } = {}): void {
    this.#edits += 1;
    this.#set({ value, errors: this.#io.check(value), saving: 'waiting' });
    clearTimeout(this.#timer);
    if (atOnce) this.flush();
    else this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Whether there are edits that are not saved and not about to be. */
  isStuck(): boolean {
    return this.#isBehind() && this.#running === null && (this.#state.saving === 'unsaved' || this.#isInvalid());
  }

  /** Saves at once what waits or has failed. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#running === null) void this.#save(false);
  }

  /** Does again what has failed, once somebody has logged in. */
  resume(): void {
    if (this.#state.loadError === null) this.flush();
    else void this.load();
  }

  /** Saves while the page is being left, by a request that outlives it. */
  leave(): void {
    clearTimeout(this.#timer);
    if (!this.#isBehind()) return;
    this.#running?.abort();
    void this.#save(true);
  }

  /** The owner has called the change off, so no later one may bring it along. */
  #discard(): void {
    if (this.#stored === null) return;
    this.#savedEdits = this.#edits;
    const { value } = this.#stored;
    this.#set({ value, errors: this.#io.check(value), saving: 'calledOff' });
  }

  /** Saves with the chosen sides of a conflict. */
  resolve(choices: ReadonlyMap<string, Side>): void {
    const { conflict } = this.#state;
    if (conflict === null) return;
    this.#adopt(conflict.theirs, choices);
    this.flush();
  }

  /** Back to the form, which is not saved. */
  postpone(): void {
    this.#set({ conflict: null });
  }

  #adopt(theirs: StoredSetting<K>, choices: ReadonlyMap<string, Side>): void {
    const value = mergeSettings(this.#state.value ?? theirs.value, theirs.value, choices);
    this.#stored = theirs;
    this.#set({ value, errors: this.#io.check(value), conflict: null, merges: this.#state.merges + 1 });
  }

  /** @returns whether what another tab has saved went together with what was typed here. @throws what loading throws. */
  async #merge(base: StoredSetting<K>): Promise<boolean> {
    const theirs = await this.#io.load();
    const mine = this.#state.value ?? theirs.value;
    const differences = differentSettings({ base: base.value, mine, theirs: theirs.value });
    const isContested = differences.some((difference) => difference.isContested);
    if (isContested) this.#set({ conflict: { theirs, differences }, saving: 'unsaved' });
    else this.#adopt(theirs, proposalsOf(differences));
    return !isContested;
  }

  #isBehind = () => this.#savedEdits < this.#edits;
  #isInvalid = () => Object.keys(this.#state.errors).length > 0;

  async #save(keepalive: boolean): Promise<void> {
    const { value, conflict } = this.#state;
    const base = this.#stored;
    if (value === null || base === null || conflict !== null || !this.#isBehind() || this.#isInvalid()) return;
    const edit = this.#edits;
    const running = new AbortController();
    this.#running = running;
    this.#set({ saving: 'saving' });
    try {
      const stored = await this.#io
        .save(value, { version: base.version, signal: running.signal, keepalive })
        .catch((error: unknown) => (isStale(error) ? null : Promise.reject(error)));
      if (stored !== null) {
        this.#stored = stored;
        this.#savedEdits = Math.max(this.#savedEdits, edit);
        if (!this.#isBehind()) this.#set({ saving: 'saved' });
        this.#io.onSaved(stored.value, !this.#isBehind());
      } else if (!(await this.#merge(base))) return;
    } catch (error) {
      // Replaced by the request that outlives the page.
      if (running.signal.aborted) return;
      if (isCancelled(error)) this.#discard();
      else this.#set({ saving: 'unsaved' });
      this.#io.onFailed(error);
      return;
    } finally {
      if (this.#running === running) this.#running = null;
    }
    // What was typed during the save does not wait for another pause.
    if (this.#isBehind() && this.#running === null) void this.#save(false);
  }
}
