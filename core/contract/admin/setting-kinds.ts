/** Free of schemas, so pages may import it. */
import type { Picture } from '#core/contract/media/media.ts';
import { type SettingErrors, settingLimits } from './setting-checks.ts';

type FieldValues = {
  line: string;
  /** Several lines, kept as typed. */
  text: string;
  email: string;
  /** A web address, a mailto link, a path or a `#section`. */
  link: string;
  /** An https address that the shop itself requests; blank: none. */
  webAddress: string;
  /** Dollars as typed. */
  amount: string;
  /** With or without its `@`. */
  handle: string;
  timeZone: string;
  whole: number;
  /** The API takes decimals, the form whole numbers. */
  number: number;
  switch: boolean;
  choice: string;
  /** The field `…Url` beside it follows it, for clients that know only URLs. */
  picture: Picture | null;
  /** Has a schema in `settings.ts`, a rule in the table, and its own input. */
  own: unknown;
};
export type FieldKind = keyof FieldValues;

type Common = {
  label: string;
  hint?: string;
  /** The part of Settings, if several edit the setting. */
  part?: string;
  /** Shown and checked only while other fields have these values. */
  when?: Readonly<Record<string, unknown>>;
  /**
   * A change sends buyers' money or email elsewhere, so it asks for the password or a passkey. A
   * name is the log entry's kind.
   */
  redirects?: 'contact_email_changed' | 'venmo_handle_changed' | 'payment_instructions_changed';
};

type Text = {
  initial: string;
  /** Default: that of its kind. */
  max?: number;
  /** The message if blank. */
  required?: string;
  /** Checks a text that is not blank. */
  check?: readonly [isRight: (text: string) => boolean, message: string];
  attributes?: { autoComplete?: 'off'; spellCheck?: false };
};
type Range = { initial: number; min: number; max: number };

type Details = {
  /** `isTall`: several rows, because the line may be long. */
  line: Text & { isTall?: true };
  text: Text & { rows?: number };
  email: Text;
  link: Text;
  webAddress: Text;
  amount: Text & { mayBeBlank?: true };
  handle: Text;
  timeZone: Text;
  /** `takesAnything`: reads any other value as the initial one, instead of refusing it. */
  whole: Range & { takesAnything?: true };
  number: Range;
  switch: { initial: boolean };
  choice: { initial: string; options: Readonly<Record<string, string | { label: string }>> };
  /** `isWide`: fills the window's width. */
  picture: { isDecoration?: true; isWide?: true };
  own: object;
};

export type FieldOf<Kind extends FieldKind> = {
  [K in Kind]: { kind: K } & Details[K] & Common;
}[Kind];
export type SettingField = FieldOf<FieldKind>;
export type TextField = Exclude<Extract<SettingField, Text>, { kind: 'choice' }>;

export const isText = (field: SettingField): field is TextField =>
  'initial' in field && typeof field.initial === 'string' && field.kind !== 'choice';

export const maxOf = ({ kind, max }: TextField): number => max ?? settingLimits[kind];

export type ValueOf<Field extends SettingField> = Field extends {
  kind: 'choice';
  options: infer Options;
}
  ? keyof Options & string
  : FieldValues[Field['kind']];

export type ValuesOf<Fields> = {
  [Name in keyof Fields]?: Fields[Name] extends SettingField ? ValueOf<Fields[Name]> : never;
};

export type SettingEntry = {
  /** As in `There was an error updating {name} settings.` */
  name: string;
  /** Every page, anyone, or the admin alone. */
  readBy: 'pages' | 'all' | 'admin';
  /** Beside the pages made with this setting or with several. */
  invalidates?: 'pieces';
  /** Only if `docs/api.md` has a separate row for it. */
  about?: string;
  /** The specification's own message for a failed load. */
  loadFailed?: string;
  /** Leaves out unknown fields, instead of refusing them. */
  ignoresUnknown?: true;
  /** In panel order; null: a list, with a schema in `settings.ts`. */
  fields: Readonly<Record<string, SettingField>> | null;
  /** Checks what must hold across fields. */
  rule?: (value: never) => SettingErrors;
  /** The part of a list that must not change without the password or a passkey. */
  redirects?: (value: never) => unknown;
};
