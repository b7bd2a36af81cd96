import { negotiate } from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

const MAX_REMEMBERED = 100;
const MAX_REMEMBERED_LENGTH = 200;
/** Browsers send the same few headers, and every cached response parses one. */
const remembered = new Map<string, Encoding>();

/**
 * The smallest of our encodings that the header allows, whatever its weight; identity if it allows
 * none.
 */
export function chooseEncoding(header = ''): Encoding {
  const known = remembered.get(header);
  if (known) return known;
  const accepted = header.toLowerCase();
  const choice = allows(accepted, 'br') ? 'br' : allows(accepted, 'gzip') ? 'gzip' : 'identity';
  if (remembered.size < MAX_REMEMBERED && header.length < MAX_REMEMBERED_LENGTH)
    remembered.set(header, choice);
  return choice;
}

/** The library lets a wildcard win over a refusal by name ("br;q=0, *"). */
const refusals = {
  br: /(^|,)\s*br\s*;\s*q=0(\.0*)?\s*(,|$)/,
  gzip: /(^|,)\s*gzip\s*;\s*q=0(\.0*)?\s*(,|$)/,
};

const allows = (accepted: string, encoding: 'br' | 'gzip'): boolean =>
  negotiate(accepted, [encoding]) !== null && !refusals[encoding].test(accepted);
