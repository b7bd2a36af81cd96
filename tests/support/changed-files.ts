import { execFileSync } from 'node:child_process';
import { root } from './imports.ts';

/** Files changed since the last commit that was pushed (`origin/HEAD`), or since the last commit where there is no remote. */
export function changedFiles(): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  let base = 'HEAD';
  try {
    base = git('merge-base', 'HEAD', 'origin/HEAD').trim();
  } catch {
    // No remote.
  }
  return [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ];
}
