/** Proves a copy: restores its rows into a throw-away database, and compares rows, sums of money and every file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { stage } from '#server/features/transfer/backup/restore.service.ts';
import type { MediaStore } from '#server/platform/storage/media-store.ts';
import { countRows, moneyOf } from './copies.queries.ts';
import { fileNameOf, readList } from './copy-format.ts';
import type { CopyKey } from './key-words.ts';
import { openHead } from './reading.service.ts';
import { onOwnDisk } from './sealing.ts';
import { checkFiles } from './writing.service.ts';

/** @param identity of the prover to whom this copy was encrypted as well. @throws Problem saying what is wrong with it. */
export const proveCopy = (
  store: MediaStore,
  key: CopyKey,
  stamp: string,
  identity: string,
  goOn: () => Promise<void> = async () => {},
): Promise<void> => onOwnDisk(prove(store, key, stamp, identity, goOn));

async function prove(store: MediaStore, key: CopyKey, stamp: string, identity: string, goOn: () => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'druse-proof-'));
  try {
    const list = await readList(store, key, stamp);
    await checkFiles(store, list, goOn);
    const { archive, contents } = await openHead(store, list, identity, folder);
    const listed = new Set(list.files.map(({ name }) => name));
    const lost = contents.files.find(([file]) => !listed.has(fileNameOf(key, file)));
    if (lost || contents.files.length !== archive.manifest.files) throw new Problem('bad_request', 'files are missing from the copy');
    const staged = await stage(archive, path.join(folder, 'shop.db'));
    try {
      for (const [table, count] of Object.entries(archive.manifest.tables)) {
        if ((await countRows(staged.db, table)) !== count) throw new Problem('bad_request', `rows of ${table} are missing from the copy`);
      }
      const money = await moneyOf(staged.db);
      if (JSON.stringify(money) !== JSON.stringify(contents.money))
        throw new Problem('bad_request', 'the sums of money differ in the copy');
    } finally {
      await staged.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
