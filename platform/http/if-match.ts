import { hash } from 'node:crypto';
import { Problem } from '#core/contract/problems.ts';

/** Changes with the value that an editor reads. */
export const versionOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);

/**
 * Lets a change pass with no If-Match, `*`, or the present version. A compressing proxy may have made
 * the tag weak, or added `-gzip`.
 * @throws Problem changed_meanwhile
 */
export function refuseStale(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.includes(`"${version}"`) || ifMatch.includes(`"${version}-`)) return;
  throw new Problem('changed_meanwhile', 'This was changed in another tab. Nothing was saved.');
}
