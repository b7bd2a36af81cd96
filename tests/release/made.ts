import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { root } from '../support/imports.ts';
import { onceInRun } from '../support/once-in-run.ts';

/** The archive of the release for this machine, made once in a run, and the folder in it. */
export async function madeRelease(): Promise<{ archive: string; top: string }> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const label = `${process.platform}-${process.arch}`;
  await onceInRun(inject('runFolder'), 'made-release', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/release.ts', label], {
      cwd: root,
    });
    console.log(stdout.trim());
    return stdout;
  });
  return {
    archive: path.join(root, `release/druse-${version}-${label}.tar.gz`),
    top: `druse-${version}`,
  };
}
