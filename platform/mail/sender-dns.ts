import { Resolver } from 'node:dns/promises';

/**
 * Each TXT record in one piece; none where there is no such name.
 * @throws where DNS gives no answer.
 */
export type ResolveTxt = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3_000;
/** As many look-ups as RFC 7208 lets a receiver make. */
const MAX_LOOKUPS = 10;

export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
};

/** `several`: receivers take that for an error, and for no record at all. */
export type Spf = {
  state: 'none' | 'several' | 'names it' | 'does not name it';
  record: string | null;
};

/**
 * The record names the mechanism itself or by another record.
 * @param mechanism such as `include:_spf.google.com`.
 */
export async function readSpf(
  resolve: ResolveTxt,
  domain: string,
  mechanism: string | null,
): Promise<Spf> {
  const records = await spfOf(resolve, domain);
  const [record = null] = records;
  if (record === null) return { state: 'none', record };
  if (records.length > 1) return { state: 'several', record };
  const isNamed =
    mechanism !== null && (await names(resolve, record, mechanism, new Set([domain])));
  return { state: isNamed ? 'names it' : 'does not name it', record };
}

const spfOf = async (resolve: ResolveTxt, domain: string) =>
  (await resolve(domain)).filter((text) => /^v=spf1( |$)/i.test(text));

async function names(
  resolve: ResolveTxt,
  record: string,
  mechanism: string,
  seen: Set<string>,
): Promise<boolean> {
  const terms = record.toLowerCase().split(' ');
  if (terms.some((term) => term.replace(/^\+/, '') === mechanism)) return true;
  for (const term of terms) {
    const domain = /^\+?(?:include:|redirect=)(.+)$/.exec(term)?.[1];
    if (domain === undefined || seen.has(domain) || seen.size > MAX_LOOKUPS) continue;
    seen.add(domain);
    for (const next of await spfOf(resolve, domain))
      if (await names(resolve, next, mechanism, seen)) return true;
  }
  return false;
}

/** The name under which the domain has a DKIM key; null: none of them. */
export async function findDkim(
  resolve: ResolveTxt,
  domain: string,
  selectors: readonly string[],
): Promise<string | null> {
  for (const selector of selectors) {
    const records = await resolve(`${selector}._domainkey.${domain}`);
    if (records.some((record) => /(^|;\s*)p=\S/.test(record))) return selector;
  }
  return null;
}
