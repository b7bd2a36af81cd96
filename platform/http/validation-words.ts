import { z } from 'zod';
import { formatCount } from '#core/contract/counts.ts';

type Raw = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

const SUBJECT = 'This';

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'empty',
};
const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  date: 'a date',
  datetime: 'a date and time',
};
const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });
const listed = (values: readonly unknown[]) => either.format(values.map(String));

function limit(
  raw: Raw & { origin: string },
  value: unknown,
  [measured, amount]: [measured: string, amount: string],
): string {
  const unit = units[raw.origin];
  const shown = formatCount(Number(value));
  return unit ? `${measured} ${shown} ${unit[value === 1 ? 0 : 1]}` : `${amount} ${shown}`;
}

function predicateOf(raw: Raw): string {
  switch (raw.code) {
    case 'invalid_type':
      if (raw.input === undefined) return 'is missing';
      return `must be ${types[raw.expected] ?? 'something else'}`;
    case 'too_big':
      return limit(raw, raw.maximum, [
        'is too long: use at most',
        raw.inclusive === false ? 'must be less than' : 'must be at most',
      ]);
    case 'too_small':
      if (raw.origin === 'string' && raw.minimum === 1) return 'is missing';
      return limit(raw, raw.minimum, [
        'is too short: use at least',
        raw.inclusive === false ? 'must be more than' : 'must be at least',
      ]);
    case 'invalid_format':
      return formats[raw.format]
        ? `must be ${formats[raw.format]}`
        : 'isn’t written in the expected way';
    case 'not_multiple_of':
      return `must be a multiple of ${raw.divisor}`;
    case 'invalid_value':
      return `must be ${listed(raw.values)}`;
    case 'unrecognized_keys':
      return `has ${raw.keys.length === 1 ? 'a field' : 'fields'} that we don’t know: ${raw.keys.join(', ')}`;
    default:
      return 'isn’t something we can use here';
  }
}

export const sayInOurWords = (): void =>
  void z.config({ customError: (raw) => `${SUBJECT} ${predicateOf(raw)}` });

const names: Record<string, string> = {
  ctaText: 'button text',
  ctaUrl: 'button link',
  href: 'link',
  url: 'link',
};

function nameOf(path: readonly PropertyKey[]): string {
  const said = path.map((step, index) =>
    typeof step === 'number'
      ? `${index === 0 ? 'entry ' : ' '}${step + 1}`
      : `${index === 0 ? '' : ', '}${names[String(step)] ?? spaced(String(step))}`,
  );
  const name = said.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const spaced = (name: string) => name.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

export function sentenceOf({
  path,
  message,
}: {
  path: readonly PropertyKey[];
  message: string;
}): string {
  const isOurs = /^This (?:is|isn’t|must|has)\b/.test(message);
  if (!isOurs || path.length === 0) return message;
  return `${nameOf(path)}${message.slice(SUBJECT.length)}`;
}
