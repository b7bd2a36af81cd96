/** Compares pages that were rendered at different times: the router writes the time of each reading into its script. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';

const times = /\b(u|dehydratedAt|dataUpdatedAt|errorUpdatedAt):\d{13}\b/g;
const inlineScripts = /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;

/** The body without those times. */
export const withoutTimes = (body: string): string => body.replace(times, '$1:0');

/**
 * The policy without its scripts' hashes, which change with the times. Expects first that it allows each inline script of the body, and no other.
 * @param policy the content-security-policy that the body came with.
 */
export function withoutHashes(policy: string, body: string): string {
  const hashes = [...body.matchAll(inlineScripts)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const allowed = policy.match(/'sha256-[^']*'/g) ?? [];
  expect(new Set(allowed)).toEqual(new Set(hashes));
  return policy.replace(/ 'sha256-[^']*'/g, '');
}
