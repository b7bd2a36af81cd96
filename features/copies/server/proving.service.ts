import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { stage } from '#features/backup/server/restore.service.ts';
import { withWorkFolder } from '#platform/storage/leftovers.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { countRows, moneyOf } from './copies.queries.ts';
import { fileNameOf, readList } from './copy-format.ts';
import type { CopyKey } from './key-words.ts';
import { openHead } from './reading.service.ts';
import { onOwnDisk } from './sealing.ts';
import { checkFiles } from './writing.service.ts';

/**
 * @param identity of the prover to whom this copy was encrypted as well.
 * @throws Problem saying what is wrong with it.
 */
export const proveCopy = (
  store: MediaStore,
  key: CopyKey,
  stamp: string,
  identity: string,
  dataDir: string,
  goOn: () => Promise<void> = async () => {},
): Promise<void> =>
  onOwnDisk(
    withWorkFolder(dataDir, 'proof', (folder) => prove(store, key, stamp, identity, folder, goOn)),
  );

async function prove(
  store: MediaStore,
  key: CopyKey,
  stamp: string,
  identity: string,
  folder: string,
  goOn: () => Promise<void>,
): Promise<void> {
  const list = await readList(store, key, stamp);
  await checkFiles(store, list, goOn);
  const { archive, contents } = await openHead(store, list, identity, folder);
  const listed = new Set(list.files.map(({ name }) => name));
  const lost = contents.files.find(([file]) => !listed.has(fileNameOf(key, file)));
  if (lost || contents.files.length !== archive.manifest.files)
    throw new Problem('bad_request', 'files are missing from the copy');
  const staged = await stage(archive, path.join(folder, 'shop.db'));
  try {
    for (const [table, count] of Object.entries(archive.manifest.tables)) {
      if ((await countRows(staged.db, table)) !== count)
        throw new Problem('bad_request', `rows of ${table} are missing from the copy`);
    }
    const money = await moneyOf(staged.db);
    if (JSON.stringify(money) !== JSON.stringify(contents.money))
      throw new Problem('bad_request', 'the sums of money differ in the copy');
  } finally {
    await staged.close();
  }
}
