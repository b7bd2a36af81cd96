/** What the rules of settings are made of, the core's and those of the extras. */
import { isOneLine, ONE_LINE_MESSAGE } from '#contract/one-line.ts';

/** The longest text of one line, in UTF-16 code units. */
export const MAX_LINE = 300;

/** What is wrong, by the dotted path of the field, such as `quickLinks.0.href`. */
export type SettingErrors = Record<string, string>;

/** A whole number from 0; `fallback`: where the admin has set none. */
export type WholeNumber = { fallback: number; max: number };

/** The messages of the fields whose check failed. */
export const failed = (checks: [path: string, isRight: boolean, message: string][]): SettingErrors =>
  Object.fromEntries(checks.flatMap(([path, isRight, message]) => (isRight ? [] : [[path, message]])));

/** Every text is one line, but for the fields that may have several. */
export function checkLines(value: unknown, mayHaveSeveral?: ReadonlySet<string>, path: readonly string[] = []): SettingErrors {
  if (typeof value === 'string') return failed([[path.join('.'), isOneLine(value.trim()), ONE_LINE_MESSAGE]]);
  const fields = Object.entries(value instanceof Object ? value : {}).filter(([name]) => !mayHaveSeveral?.has(name));
  return Object.assign({}, ...fields.map(([name, field]) => checkLines(field, mayHaveSeveral, [...path, name])));
}

/** The message of each number that is not whole, or out of its range. */
export const checkNumbers = <Name extends string>(ranges: Record<Name, WholeNumber>, values: Record<Name, number>): SettingErrors =>
  failed(
    Object.entries<WholeNumber>(ranges).map(([name, { max }]) => {
      const value = values[name as Name];
      return [name, Number.isInteger(value) && value >= 0 && value <= max, `Please enter a whole number from 0 to ${max}`];
    }),
  );
