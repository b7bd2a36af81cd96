import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { addRelease, nameOf } from '../install/releases.ts';
import { isSigned } from '../release/signature.ts';

/**
 * What is checked is a copy that nobody else can write, and what is unpacked is its open file.
 * @param keys of the present release's maker.
 * @returns the release's name.
 * @throws Problem where the archive is none, is not the maker's, or there is no room for it.
 */
export async function takeRelease(
  archive: string,
  home: string,
  keys: readonly string[],
): Promise<string> {
  const proof = proofOf(archive, keys);
  const releases = path.join(home, 'releases');
  // What an upgrade left that was killed.
  for (const name of readdirSync(releases))
    if (name.startsWith('.')) rmSync(path.join(releases, name), { recursive: true });
  const place = mkdtempSync(path.join(releases, '.unpacking-'));
  const folder = path.join(place, 'release');
  try {
    const copy = await open(path.join(place, 'archive'), 'wx+', 0o600);
    try {
      proof(await copyOver(archive, copy));
      mkdirSync(folder);
      unpack(archive, copy, folder);
    } finally {
      await copy.close();
    }
    // As in `druse install`: another user runs it, whatever the umask.
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
    const name = nameOf(folder);
    if (name === null)
      throw new Problem('bad_request', `${archive} is no release of Druse that can be installed.`);
    addRelease(home, name, (partial) => {
      rmSync(partial, { recursive: true });
      renameSync(folder, partial);
    });
    return name;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @returns throws where the sum is not that of the signature, or of FILE.sha256. */
function proofOf(archive: string, keys: readonly string[]): (sha256: string) => void {
  const file = `${archive}.${keys.length === 0 ? 'sha256' : 'sig'}`;
  if (!existsSync(archive)) throw new Problem('not_found', `There is no file ${archive}.`);
  if (!existsSync(file))
    throw new Problem(
      'not_found',
      `There is no ${file}. It comes with the release: put it beside the archive.`,
    );
  const text = readFileSync(file, 'utf8');
  if (keys.length > 0)
    return (sha256) => {
      if (!isSigned(sha256, text, keys))
        throw new Problem(
          'bad_request',
          `${archive} is damaged, or isn’t signed by the maker of the present release. Download it and its .sig again from the maker.`,
        );
    };
  const [wanted] = text.trim().split(/\s+/);
  return (sha256) => {
    if (sha256 !== wanted)
      throw new Problem(
        'bad_request',
        `${archive} is damaged or not the file of ${path.basename(file)}: the sums differ. Get it again.`,
      );
  };
}

/** @returns the SHA-256 of what was written. */
async function copyOver(archive: string, copy: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  let end = 0;
  for await (const chunk of createReadStream(archive) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    // With a position, the handle stays at the first byte, where `tar` begins.
    for (let done = 0; done < chunk.length; )
      done += (await copy.write(chunk, done, chunk.length - done, end + done)).bytesWritten;
    end += chunk.length;
  }
  return hash.digest('hex');
}

function unpack(archive: string, copy: FileHandle, folder: string): void {
  const words = ['-xzf', '-', '-C', folder, '--strip-components=1', '--no-same-owner'];
  const { status, stderr } = spawnSync('tar', words, {
    stdio: [copy.fd, 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Problem(
      'bad_request',
      `${archive} can’t be unpacked into ${path.dirname(path.dirname(folder))}. Is it a release, and is there room?\n${stderr.split('\n', 2).join('\n')}`,
    );
}
