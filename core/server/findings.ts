/** How the doctor looks at one thing, and what it may say of it. */
import type { LastError } from '#platform/http/last-errors.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import type { Context } from './context.ts';

/** What is looked at; `lastErrors`: null where no process of the shop can be asked. */
export type Patient = Pick<Context, 'config' | 'db' | 'dialect' | 'clock'> & {
  mediaStore: Pick<MediaStore, 'tryWriting'>;
  lastErrors: (() => LastError[]) | null;
};

export type Found = {
  state: 'good' | 'warning' | 'bad' | 'unknown';
  /** How it is. */
  text: string;
  /** What to do; null: nothing. */
  wayOut: string | null;
};

/** Looks at one thing. */
export type Look = (patient: Patient) => Promise<Found>;

export const good = (text: string): Found => ({ state: 'good', text, wayOut: null });
export const warning = (text: string, wayOut: string): Found => ({
  state: 'warning',
  text,
  wayOut,
});
export const bad = (text: string, wayOut: string): Found => ({ state: 'bad', text, wayOut });
export const unknown = (text: string, wayOut: string | null = null): Found => ({
  state: 'unknown',
  text,
  wayOut,
});
