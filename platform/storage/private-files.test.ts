import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeFilesPrivate } from './private-files.ts';

test.skipIf(process.platform === 'win32')(
  'where the file system keeps no modes, nothing is said to be closed',
  async () => {
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'modes-'));
    const file = path.join(dataDir, 'shop.db');
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    await expect(makeFilesPrivate(dataDir, async () => {})).rejects.toThrow(
      `the file system leaves ${file} open`,
    );
  },
);
