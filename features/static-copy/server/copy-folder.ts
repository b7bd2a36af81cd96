/**
 * A copy is made beside the one that it replaces, and put in its place in one. Files that are not
 * of a copy are never touched.
 */
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';

/** Lists the files of a copy, one a line, after a line that says what it is. */
export const LIST = 'files-of-this-copy.txt';
const BEGINNING = 'A static copy of a shop made by Druse';
const SHOWN = 5;
/** A web server publishes a copy, often as another user than the shop's. */
const [FOLDER_MODE, FILE_MODE] = [0o755, 0o644];

export type CopyFolder = {
  write(
    file: string,
    content: string | Uint8Array | Iterable<string> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
};

/**
 * Makes a copy in `target`, whole or not at all.
 * @throws Problem state_conflict where the folder has files that are not of a copy, or another
 * process is making one.
 */
export async function replaceCopy(
  target: string,
  make: (folder: CopyFolder) => Promise<void>,
): Promise<void> {
  const place = existsSync(target) ? await realpath(target) : target;
  const former = `${place}.former`;
  // A process was killed in the moment in which neither stood in the place.
  if (!existsSync(place) && (await filesOfCopy(former)).size > 0) await rename(former, place);
  await refuseForeign(place);
  const partial = `${place}.part`;
  await removeLeftover(partial);
  await makeFolder(partial);
  await writeFile(path.join(partial, LIST), `${BEGINNING}\n${process.pid}\n`, { flag: 'wx' });
  try {
    const files: string[] = [];
    const folders = new Set<string>();
    await make({
      async write(file, content) {
        const folder = path.join(partial, path.dirname(file));
        if (!folders.has(folder)) await makeFolder(folder);
        folders.add(folder);
        await writeFile(path.join(partial, file), content);
        await chmod(path.join(partial, file), FILE_MODE);
        files.push(file);
      },
    });
    await writeFile(path.join(partial, LIST), `${BEGINNING}\n${[...files, LIST].join('\n')}\n`);
    await chmod(path.join(partial, LIST), FILE_MODE);
    // Somebody may have put a file there meanwhile.
    await refuseForeign(place);
    await swap(partial, place);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await chmod(made, FOLDER_MODE);
}

async function swap(partial: string, place: string): Promise<void> {
  if (!existsSync(place)) return rename(partial, place);
  const former = `${place}.former`;
  await removeFormer(former);
  await rename(place, former);
  try {
    await rename(partial, place);
  } catch (error) {
    await rename(former, place);
    throw error;
  }
  await rm(former, { recursive: true, force: true });
}

/** A process was killed while it removed the former copy. */
async function removeFormer(former: string): Promise<void> {
  if (!existsSync(former)) return;
  await refuseForeign(former);
  await rm(former, { recursive: true, force: true });
}

async function refuseForeign(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found) return;
  if (!found.isDirectory()) throw new Problem('state_conflict', `${folder} is a file.`);
  // Nothing can be put in the place of a disk.
  if (found.dev !== (await stat(path.dirname(folder))).dev) {
    throw new Problem(
      'state_conflict',
      `${folder} is a separate disk. Name a folder on it, such as ${path.join(folder, 'shop')}.`,
    );
  }
  const known = await filesOfCopy(folder);
  const foreign: string[] = [];
  for await (const file of filesIn(folder)) {
    if (!known.has(file)) foreign.push(file);
    if (foreign.length > SHOWN) break;
  }
  if (foreign.length === 0) return;
  const names = `${foreign.slice(0, SHOWN).join(', ')}${foreign.length > SHOWN ? ', …' : ''}`;
  throw new Problem(
    'state_conflict',
    `${folder} has files that don't belong to an earlier copy: ${names}. Name a new folder, or move them away.`,
  );
}

async function filesOfCopy(folder: string): Promise<Set<string>> {
  const text = await readFile(path.join(folder, LIST), 'utf8').catch(() => '');
  const [first, ...files] = text.split('\n');
  return new Set(first === BEGINNING ? files : []);
}

async function* filesIn(folder: string, within = ''): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(folder, within), { withFileTypes: true })) {
    const name = path.posix.join(within, entry.name);
    if (entry.isDirectory()) yield* filesIn(folder, name);
    else yield name;
  }
}

/** The list of an interrupted copy names no files yet, but the process that was making it. */
async function removeLeftover(partial: string): Promise<void> {
  if (!existsSync(partial)) return;
  const [first, pid] = (await readFile(path.join(partial, LIST), 'utf8').catch(() => '')).split(
    '\n',
  );
  if (first !== BEGINNING)
    throw new Problem('state_conflict', `${partial} is in the way and isn't part of a copy.`);
  if (isRunning(Number(pid)))
    throw new Problem('state_conflict', `Process ${pid} is already making this copy.`);
  await rm(partial, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
