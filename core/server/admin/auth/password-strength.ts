import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectFolder } from '#platform/process/project-folder.ts';

/** Of zxcvbn's 0 to 4. 3 means more than 10^8 guesses: years at the pace that the login allows. */
const MIN_SCORE = 3;
/** What an attacker tries first at a mineral shop. */
const SHOP_WORDS = [
  'druse',
  'amethyst',
  'mineral',
  'minerals',
  'crystal',
  'crystals',
  'gems',
  'gemstones',
  'specimen',
  'shop',
  'admin',
];
const WORKER = path.join(projectFolder, 'core/server/admin/auth/password-strength-worker.ts');

/**
 * By zxcvbn's estimate.
 * @param username an early guess.
 * @returns why it is too easy to guess; null if it is good enough.
 */
export async function weaknessOf(password: string, username: string): Promise<string | null> {
  const workerData = { password, words: [username, ...SHOP_WORDS] };
  const worker = new Worker(WORKER, { workerData });
  const [{ score, advice }] = (await once(worker, 'message')) as [
    { score: number; advice: string[] },
  ];
  return score >= MIN_SCORE ? null : ['This password is easy to guess.', ...advice].join(' ');
}
