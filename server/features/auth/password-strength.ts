import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Of zxcvbn's 0 to 4; 3 is beyond 10^8 guesses, years at the pace that the login allows. */
const MIN_SCORE = 3;
/** What is tried first at a shop for minerals. */
const SHOP_WORDS = ['druse', 'amethyst', 'mineral', 'minerals', 'crystal', 'crystals', 'gems', 'gemstones', 'specimen', 'shop', 'admin'];

/**
 * Why a password is too easy to guess, by zxcvbn's estimate; null if it is good enough.
 * @param username a guess that comes early.
 */
export async function weaknessOf(password: string, username: string): Promise<string | null> {
  const workerData = { password, words: [username, ...SHOP_WORDS] };
  const worker = new Worker(new URL('./password-strength-worker.ts', import.meta.url), { workerData });
  const [{ score, advice }] = (await once(worker, 'message')) as [{ score: number; advice: string[] }];
  return score >= MIN_SCORE ? null : ['This password is easy to guess.', ...advice].join(' ');
}
