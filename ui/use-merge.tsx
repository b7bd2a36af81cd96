import { type ReactNode, useState } from 'react';
import {
  type Difference,
  differencesOf,
  displayValue,
  mergeVersions,
  proposalsOf,
  type Side,
} from '#ui/lib/differences.ts';
import { isStale } from '#ui/lib/if-match.ts';
import { ConflictChoice } from './conflict-choice.tsx';

export type Stored<T> = { fields: T; version: string };

type Options<T> = {
  begin: Stored<T>;
  labels: Record<keyof T, string>;
  displayOf?: (name: keyof T, fields: T) => string;
  load: () => Promise<Stored<T>>;
  /** @throws ApiError 412 where another version is stored. */
  save: (fields: T, version: string) => Promise<Stored<T>>;
  /** Called before what was merged is saved: the form is to show it. */
  onMerged: (fields: T) => void;
  onSaved: () => void;
  onFailed: (error: unknown) => void;
};

/**
 * The form may be open in another tab too. Fields that only one has changed are merged; where both
 * have changed the same one, `choice` shows both until one is chosen.
 */
export function useMerge<T extends object>(options: Options<T>) {
  const {
    labels,
    displayOf = (name, fields) => displayValue(fields[name]),
    load,
    save,
    onMerged,
    onSaved,
    onFailed,
  } = options;
  const [lastStored, setBase] = useState(options.begin);
  // Another form of the page may have saved since: what it has not touched here is of the newer
  // version.
  const base =
    JSON.stringify(options.begin.fields) === JSON.stringify(lastStored.fields)
      ? options.begin
      : lastStored;
  const [conflict, setConflict] = useState<{
    mine: T;
    theirs: Stored<T>;
    differences: Difference<keyof T & string>[];
  } | null>(null);

  /** @throws what `load` and `save` throw. */
  async function send(mine: T, from = base): Promise<void> {
    const saved = await save(mine, from.version).catch((error: unknown) => {
      if (isStale(error)) return null;
      throw error;
    });
    if (saved) {
      setBase(saved);
      onSaved();
      return;
    }
    const theirs = await load();
    const names = Object.keys(labels) as (keyof T & string)[];
    const differences = differencesOf(names, displayOf, {
      base: from.fields,
      mine,
      theirs: theirs.fields,
    });
    if (differences.some(({ isContested }) => isContested))
      setConflict({ mine, theirs, differences });
    else await sendMerged(mine, theirs, proposalsOf(differences));
  }

  async function sendMerged(
    mine: T,
    theirs: Stored<T>,
    choices: ReadonlyMap<keyof T, Side>,
  ): Promise<void> {
    const merged = mergeVersions(mine, theirs.fields, choices);
    onMerged(merged);
    await send(merged, theirs);
  }

  const choice: ReactNode = conflict && (
    <ConflictChoice
      differences={conflict.differences}
      labelOf={(name) => labels[name]}
      onBack={() => setConflict(null)}
      onResolve={(choices) => {
        setConflict(null);
        sendMerged(conflict.mine, conflict.theirs, choices).catch(onFailed);
      }}
    />
  );
  return { stored: base.fields, send, choice };
}
