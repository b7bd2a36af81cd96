import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether what was given is the secret; in constant time, whatever the lengths. */
export function isSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
