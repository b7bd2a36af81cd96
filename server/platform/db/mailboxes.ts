/** Addresses that lead to the same mailbox, for limits of what one person may do or be sent. Who somebody is, they never decide. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

type Rule = { domains: readonly string[]; ignored: readonly string[] };

/**
 * Providers whose mailboxes have addresses of more than one form, beside `name+anything@`, which most providers have (RFC 5233), and which counts
 * as one for every domain. `domains` are names of the same mailboxes, `ignored` what their names have for nothing.
 * Gmail: support.google.com/mail/answer/7436150 and /10313; iCloud: support.apple.com/en-us/118230; Proton: proton.me/support/addresses-and-aliases.
 */
const rules: readonly Rule[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: ['.'] },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: [] },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: ['.', '-', '_'] },
];

function read(email: string): { name: string; rule: Rule } {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const rule = rules.find(({ domains }) => domains.includes(domain.toLowerCase())) ?? { domains: [domain], ignored: [] };
  // A name that begins with a plus is all that there is.
  const [name = ''] = email.slice(0, at).split(/(?!^)\+/);
  return { name: without(rule.ignored, name), rule };
}

const without = (ignored: readonly string[], text: string): string => ignored.reduce((left, sign) => left.replaceAll(sign, ''), text);

/** The mailbox of an email address: the same for all of its addresses. */
export function mailboxOf(email: string): string {
  const { name, rule } = read(email);
  return `${name}@${rule.domains[0]}`.toLowerCase();
}

/** Whether the address in a column leads to the mailbox of this one. */
export function isOfMailbox(column: string, email: string): RawBuilder<SqlBool> {
  const { name, rule } = read(email);
  // Both by the database: SQLite leaves letters outside ASCII as they are.
  const stored = rule.ignored.reduce((left, sign) => sql`replace(${left}, ${sql.lit(sign)}, '')`, sql`lower(${sql.ref(column)})`);
  const escaped = name.replace(/[\\%_]/g, '\\$&');
  const patterns = rule.domains.flatMap((domain) => ['', '+%'].map((more) => `${escaped}${more}@${without(rule.ignored, domain)}`));
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${stored} like lower(${pattern}) escape '\\'`),
    sql` or `,
  )})`;
}
