import type { Setting, SettingKey } from '#core/contract/admin/settings.ts';
import {
  type Difference,
  differencesOf,
  displayValue,
  mergeVersions,
  type Side,
  type Versions,
} from '#ui/lib/differences.ts';

/** A setting that is a list counts as one field. */
const fieldsOf = (value: object): Record<string, unknown> =>
  Array.isArray(value) ? { links: value } : { ...value };

/** The URL of a picture follows from the picture. */
const isDerived = (name: string, fields: object) =>
  name.endsWith('Url') && name.slice(0, -'Url'.length) in fields;

export function differentSettings<K extends SettingKey>({
  base,
  mine,
  theirs,
}: Versions<Setting<K>>): Difference[] {
  const names = Object.keys(fieldsOf(theirs)).filter((name) => !isDerived(name, theirs));
  const displayOf = (name: string, value: Setting<K>) => displayValue(fieldsOf(value)[name]);
  return differencesOf(names, displayOf, { base, mine, theirs });
}

/** Theirs, with the fields for which mine was chosen. */
export function mergeSettings<K extends SettingKey>(
  mine: Setting<K>,
  theirs: Setting<K>,
  choices: ReadonlyMap<string, Side>,
): Setting<K> {
  const merged = mergeVersions(fieldsOf(mine), fieldsOf(theirs), choices);
  return (Array.isArray(theirs) ? merged.links : merged) as Setting<K>;
}

/** `siteTitle` as “Site title”. */
export function settingFieldLabel(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
