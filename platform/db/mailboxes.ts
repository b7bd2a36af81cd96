/** Limits count mailboxes, as one has many addresses. They never decide who somebody is. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

type Rule = { domains: readonly string[]; ignored: readonly string[] };

/**
 * Beside `name+anything@` (RFC 5233), which counts as one for every domain. `domains` share
 * mailboxes; `ignored` means nothing in names. Gmail: support.google.com/mail/answer/7436150 and
 * /10313; iCloud: support.apple.com/en-us/118230; Proton: proton.me/support/addresses-and-aliases.
 */
const rules: readonly Rule[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: ['.'] },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: [] },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: ['.', '-', '_'] },
];

function read(email: string): { name: string; rule: Rule } {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const rule = rules.find(({ domains }) => domains.includes(domain.toLowerCase())) ?? {
    domains: [domain],
    ignored: [],
  };
  // A leading plus is part of the name.
  const [name = ''] = email.slice(0, at).split(/(?!^)\+/);
  return { name: without(rule.ignored, name), rule };
}

const without = (ignored: readonly string[], text: string): string =>
  ignored.reduce((left, sign) => left.replaceAll(sign, ''), text);

export function mailboxOf(email: string): string {
  const { name, rule } = read(email);
  return `${name}@${rule.domains[0]}`.toLowerCase();
}

export function isOfMailbox(column: string, email: string): RawBuilder<SqlBool> {
  const { name, rule } = read(email);
  // Both by the database: SQLite leaves letters outside ASCII as they are.
  const stored = rule.ignored.reduce(
    (left, sign) => sql`replace(${left}, ${sql.lit(sign)}, '')`,
    sql`lower(${sql.ref(column)})`,
  );
  const escaped = name.replace(/[\\%_]/g, '\\$&');
  const patterns = rule.domains.flatMap((domain) =>
    ['', '+%'].map((more) => `${escaped}${more}@${without(rule.ignored, domain)}`),
  );
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${stored} like lower(${pattern}) escape '\\'`),
    sql` or `,
  )})`;
}
