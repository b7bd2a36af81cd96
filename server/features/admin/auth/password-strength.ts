import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectFolder } from '#server/platform/project-folder.ts';

/** Of zxcvbn's 0 to 4; 3 is beyond 10^8 guesses, years at the pace that the login allows. */
const MIN_SCORE = 3;
/** What is tried first at a shop for minerals. */
const SHOP_WORDS = ['druse', 'amethyst', 'mineral', 'minerals', 'crystal', 'crystals', 'gems', 'gemstones', 'specimen', 'shop', 'admin'];
const WORKER = path.join(projectFolder, 'server/features/admin/auth/password-strength-worker.ts');

/**
 * Why a password is too easy to guess, by zxcvbn's estimate; null if it is good enough.
 * @param username a guess that comes early.
 */
export async function weaknessOf(password: string, username: string): Promise<string | null> {
  const workerData = { password, words: [username, ...SHOP_WORDS] };
  const worker = new Worker(WORKER, { workerData });
  const [{ score, advice }] = (await once(worker, 'message')) as [{ score: number; advice: string[] }];
  return score >= MIN_SCORE ? null : ['This password is easy to guess.', ...advice].join(' ');
}
