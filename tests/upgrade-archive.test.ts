/** The archive that `druse upgrade` gets. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkSum, unpack } from '../scripts/upgrade/archive.ts';
import { newFolder } from './support/backups.ts';

test('what is no archive is refused in words, whatever its sum, and leaves nothing', async () => {
  const home = newFolder();
  const releases = path.join(home, 'releases');
  mkdirSync(releases);
  const archive = path.join(home, 'druse-2.0.0-linux-x64.tar.gz');
  writeFileSync(archive, 'a page that says: not found');
  await expect(checkSum(archive)).rejects.toThrow('put it beside the archive');
  writeFileSync(`${archive}.sha256`, `${'0'.repeat(64)}  druse-2.0.0-linux-x64.tar.gz\n`);
  await expect(checkSum(archive)).rejects.toThrow('the sums differ');
  writeFileSync(`${archive}.sha256`, createHash('sha256').update('a page that says: not found').digest('hex'));
  await checkSum(archive);
  const refusal = expect.objectContaining({ name: 'Problem', message: expect.stringContaining(`can’t be unpacked into ${releases}`) });
  expect(() => unpack(archive, home)).toThrow(refusal);
  expect(readdirSync(releases)).toEqual([]);
});
