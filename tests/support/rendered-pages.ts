/** Compares pages that were rendered at different times: the router writes the time of each reading into its script. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';

const times = /\b(u):\d{13}\b/g;
const inline = {
  'script-src': /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g,
  'style-src': /<style[^>]*>([\s\S]*?)<\/style>/g,
};

/** The body without those times. */
export const withoutTimes = (body: string): string => body.replace(times, '$1:0');

/**
 * The policy without the hashes of scripts, which change with the times. Expects first that it allows each inline script and style of the body, and no other.
 * @param policy the content-security-policy that the body came with.
 */
export function withoutHashes(policy: string, body: string): string {
  const directives = policy.split('; ');
  for (const [name, elements] of Object.entries(inline)) {
    const hashes = [...body.matchAll(elements)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    const directive = directives.find((each) => each.startsWith(`${name} `));
    expect(new Set(directive?.match(/'sha256-[^']*'/g)), name).toEqual(new Set(hashes));
  }
  return directives
    .map((each) => (each.startsWith('script-src ') ? each.replace(/ 'sha256-[^']*'/g, '') : each))
    .join('; ');
}
