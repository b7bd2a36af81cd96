/**
 * Saves a setting after a pause in typing, one save at a time; the last value wins. What another
 * tab has saved is merged, or the owner chooses.
 */
import type { Setting, SettingKey } from '#core/contract/admin/settings.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { type Difference, proposalsOf, type Side } from '#ui/lib/differences.ts';
import { isStale } from '#ui/lib/if-match.ts';
import { differentSettings, mergeSettings } from './setting-differences.ts';

export const PAUSE_MS = 800;

export type EditorState<K extends SettingKey> = {
  /** null until it is loaded. */
  value: Setting<K> | null;
  loadError: string | null;
  /** Messages by field; an invalid value is not saved. */
  errors: Record<string, string>;
  /**
   * `unsaved`: a save failed. `calledOff`: the owner did not confirm one, and the value is the
   * stored one again.
   */
  saving: 'saved' | 'waiting' | 'saving' | 'unsaved' | 'calledOff';
  /**
   * What another tab has saved, if both changed the same field; nothing is saved until one side is
   * chosen.
   */
  conflict: { theirs: StoredSetting<K>; differences: Difference[] } | null;
  /** Merges with other tabs so far. */
  merges: number;
};

/** `version`: null if the server named none. */
export type StoredSetting<K extends SettingKey> = { value: Setting<K>; version: string | null };

export type SaveOptions = { version: string | null; signal: AbortSignal; keepalive: boolean };

export type SettingIO<K extends SettingKey> = {
  load(): Promise<StoredSetting<K>>;
  /** @throws ApiError 412 if another version is stored. */
  save(value: Setting<K>, options: SaveOptions): Promise<StoredSetting<K>>;
  check(value: Setting<K>): Record<string, string>;
  /** @param isLast whether nothing has been typed since. */
  onSaved(stored: Setting<K>, isLast: boolean): void;
  onFailed(error: unknown): void;
};

export class SettingEditor<K extends SettingKey> {
  readonly #io: SettingIO<K>;
  readonly #listeners = new Set<() => void>();
  #state: EditorState<K> = {
    value: null,
    loadError: null,
    errors: {},
    saving: 'saved',
    conflict: null,
    merges: 0,
  };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;
  #stored: StoredSetting<K> | null = null;
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

  edit(value: Setting<K>, { atOnce = false } = {}): void {
    this.#edits += 1;
    this.#set({ value, errors: this.#io.check(value), saving: 'waiting' });
    clearTimeout(this.#timer);
    if (atOnce) this.flush();
    else this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Whether unsaved edits are not about to be saved. */
  isStuck(): boolean {
    return (
      this.#isBehind() &&
      this.#running === null &&
      (this.#state.saving === 'unsaved' || this.#isInvalid())
    );
  }

  /** Saves at once what waits or has failed. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#running === null) void this.#save(false);
  }

  /** Retries what has failed, after a new login. */
  resume(): void {
    if (this.#state.loadError === null) this.flush();
    else void this.load();
  }

  /**
   * Saves pending changes when the settings are left. The admin was told that failed ones are lost.
   */
  finish(): void {
    if (this.#state.saving !== 'unsaved') this.flush();
  }

  /**
   * Saves as the page is left, by a request that outlives it. What failed is not sent again
   * unasked.
   */
  leave(): void {
    clearTimeout(this.#timer);
    if (!this.#isBehind() || this.#state.saving === 'unsaved') return;
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

  resolve(choices: ReadonlyMap<string, Side>): void {
    const { conflict } = this.#state;
    if (conflict === null) return;
    this.#adopt(conflict.theirs, choices);
    this.flush();
  }

  /** Back to the form; nothing is saved. */
  postpone(): void {
    this.#set({ conflict: null });
  }

  #adopt(theirs: StoredSetting<K>, choices: ReadonlyMap<string, Side>): void {
    const value = mergeSettings(this.#state.value ?? theirs.value, theirs.value, choices);
    this.#stored = theirs;
    this.#set({
      value,
      errors: this.#io.check(value),
      conflict: null,
      merges: this.#state.merges + 1,
    });
  }

  /**
   * @returns whether both tabs' changes went together.
   * @throws what loading throws.
   */
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
    if (
      value === null ||
      base === null ||
      conflict !== null ||
      !this.#isBehind() ||
      this.#isInvalid()
    )
      return;
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
