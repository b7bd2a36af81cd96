import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isThorough } from './support/thorough.ts';

test.runIf(isThorough)(
  'the browser from npm runs on 64-bit Intel Linux, and elsewhere the reason is printed',
  () => {
    const env = { ...process.env, BROWSER_FROM_NPM: '1', NODE_NO_WARNINGS: '1' };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(import.meta.dirname, 'support/browser.ts')],
      {
        env,
        encoding: 'utf8',
      },
    );
    const isIntelLinux = process.platform === 'linux' && process.arch === 'x64';
    const expected = isIntelLinux
      ? [0, '']
      : [1, expect.stringContaining('64-bit Intel Linux only')];
    expect([status, stdout, stderr]).toEqual([...expected, '']);
  },
);
