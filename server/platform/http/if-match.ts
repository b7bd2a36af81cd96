/** Refusing a change that began with something older than what is stored. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';

export const ifMatchHeader = z.looseObject({ 'if-match': z.string().max(200).optional() });

/** Names what an editor reads, and changes with it. */
export const versionOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);

/**
 * Lets a change pass that sends no If-Match, `*`, or the present version. A proxy that compresses may have made the tag a weak one, or put `-gzip` to it.
 * @throws Problem changed_meanwhile.
 */
export function refuseStale(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.includes(`"${version}"`) || ifMatch.includes(`"${version}-`)) return;
  throw new Problem('changed_meanwhile', 'This was changed in another tab. Nothing was saved.');
}
