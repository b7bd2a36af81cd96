import {
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { giveToOwnerOf, refuseUnwritable } from './data-owner.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const newFolder = () => mkdtempSync(path.join(inject('runFolder'), 'owner-'));

test.runIf(isRoot)(
  'what root makes in a folder becomes its owner’s, but no link and no file with a second name',
  () => {
    const folder = newFolder();
    const files = ['plain', 'twice', 'target'].map((name) => path.join(folder, name));
    for (const file of files) writeFileSync(file, '');
    const [plain = '', twice = '', target = ''] = files;
    const link = path.join(folder, 'link');
    symlinkSync(target, link);
    linkSync(twice, path.join(folder, 'other-name'));
    const owners = () => files.map((file) => statSync(file).uid);
    giveToOwnerOf(folder, [plain]);
    expect(owners()).toEqual([0, 0, 0]);
    chownSync(folder, NOBODY, NOBODY);
    giveToOwnerOf(folder, [plain, twice, link, path.join(folder, 'missing')]);
    expect(owners()).toEqual([NOBODY, 0, 0]);
  },
);

test('a data folder that cannot be written is refused with what is wrong, and what to do', () => {
  const dataDir = newFolder();
  mkdirSync(path.join(dataDir, 'media/private'), { recursive: true });
  writeFileSync(path.join(dataDir, 'shop.db'), '');
  expect(() => refuseUnwritable(dataDir)).not.toThrow();
  expect(() => refuseUnwritable(path.join(dataDir, 'not-yet'))).not.toThrow();
  const access = (place: unknown) => {
    if (/shop\.db$|private$/.test(String(place))) throw new Error('EACCES');
  };
  expect(() => refuseUnwritable(dataDir, access)).toThrow(
    /DATA_DIR .* cannot be written by the user \S+, as whom the shop runs: shop\.db, which belongs to .*; media\/private, .*\. As root: chown -R /,
  );
});
