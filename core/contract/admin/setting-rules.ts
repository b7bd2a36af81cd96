/** Forms and the schemas of `settings.ts` share these rules. */
import { parseAmount } from '#core/contract/money.ts';
import { AMOUNT_OR_BLANK, wholeNumberMessage } from '#core/contract/number-words.ts';
import { isOneLine, ONE_LINE_MESSAGE } from '#core/contract/one-line.ts';
import { withoutAt } from '#core/contract/selling/venmo.ts';
import {
  failed,
  isEmail,
  isLink,
  isTimeZone,
  settingMessages as messages,
  type SettingErrors,
} from './setting-checks.ts';
import { isText, type SettingField, type TextField, type ValuesOf } from './setting-kinds.ts';
import {
  type FieldsOf,
  fieldsOf,
  type SettingKey,
  type SettingTable,
  settingEntry,
  settingKeys,
} from './setting-table.ts';

/** The values that the setting's rule names, else any of its fields. */
type Checked<K extends SettingKey> = SettingTable[K] extends { rule: (value: infer V) => unknown }
  ? V
  : ValuesOf<FieldsOf<K>>;

/** Empty when it may be saved. Not for reading: stored values are older than some rules. */
export const settingRules = Object.fromEntries(
  settingKeys.map((key) => [key, (value: object) => errorsOf(key, value)]),
) as { [K in SettingKey]: (value: Checked<K>) => SettingErrors };

function errorsOf(key: SettingKey, value: object): SettingErrors {
  const fields = new Map(fieldsOf(key));
  const errors: SettingErrors = {};
  for (const [name, given] of Object.entries(value)) {
    const field = fields.get(name);
    if (field?.kind !== 'text') Object.assign(errors, foreignLines(given, name));
    const message = field && isShown(field, value) ? errorOf(field, given) : null;
    if (message !== null) errors[name] = message;
  }
  const rule = settingEntry(key).rule as ((value: object) => SettingErrors) | undefined;
  return { ...errors, ...rule?.(value) };
}

export const isShown = ({ when = {} }: SettingField, setting: object): boolean =>
  Object.entries(when).every(([name, value]) => setting[name as keyof typeof setting] === value);

function errorOf(field: SettingField, value: unknown): string | null {
  if (isText(field)) return textError(field, String(value).trim());
  if (field.kind !== 'whole') return null;
  const isRight =
    Number.isInteger(value) && field.min <= Number(value) && Number(value) <= field.max;
  return isRight ? null : wholeNumberMessage(field.min, field.max);
}

const textRules: { [K in TextField['kind']]?: [(text: string) => boolean, message: string] } = {
  email: [isEmail, messages.email],
  link: [isLink, messages.link],
  webAddress: [(text) => text === '' || /^https:\/\/./i.test(text), messages.webAddress],
  amount: [(text) => parseAmount(text) !== null, messages.amount],
  timeZone: [isTimeZone, messages.timeZone],
};

function textError(field: TextField, text: string): string | null {
  const isBlank = (field.kind === 'handle' ? withoutAt(text) : text) === '';
  if (isBlank && field.required !== undefined) return field.required;
  if (field.kind === 'amount' && field.mayBeBlank)
    return isBlank || parseAmount(text) !== null ? null : AMOUNT_OR_BLANK;
  if (field.check && !isBlank && !field.check[0](text)) return field.check[1];
  const [isRight, message] = textRules[field.kind] ?? [];
  return !isRight?.(text) && message !== undefined ? message : null;
}

/** Every text is one line, but for the fields that may have several. */
function foreignLines(value: unknown, path: string): SettingErrors {
  if (typeof value === 'string') return failed([[path, isOneLine(value.trim()), ONE_LINE_MESSAGE]]);
  const inner = Object.entries(value instanceof Object ? value : {});
  return Object.assign({}, ...inner.map(([name, part]) => foreignLines(part, `${path}.${name}`)));
}
