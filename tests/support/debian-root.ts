/** A root file system of this machine's own Debian by debootstrap, and commands in it. Only root can make one and enter it. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OUTPUT_BYTES = 64 * 2 ** 20;
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
export const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** The smallest Debian with these packages; its apt takes more from where this machine's does. */
export async function makeDebian(folder: string, packages: string[]): Promise<void> {
  const { sources, mirror, codename } = await debianOfThisMachine();
  rmSync(folder, { recursive: true, force: true });
  console.log(`Making a base of Debian ${codename} …`);
  await run(
    'debootstrap',
    ['--variant=minbase', `--include=${packages.join(',')}`, codename, folder, mirror],
    { maxBuffer: OUTPUT_BYTES },
  );
  writeFileSync(path.join(folder, 'etc/apt/sources.list'), sources);
  for (const name of ['apt.conf.d', 'auth.conf.d']) {
    if (existsSync(`/etc/apt/${name}`))
      cpSync(`/etc/apt/${name}`, path.join(folder, 'etc/apt', name), {
        recursive: true,
        force: true,
      });
  }
  for (const file of ['/etc/resolv.conf', '/etc/hosts', AUTHORITIES]) {
    if (existsSync(file)) copyFileSync(realpathSync(file), path.join(folder, file));
  }
}

/** Runs a line of shell as root in the root file system. @returns what it prints. */
export async function inside(folder: string, line: string): Promise<string> {
  // A package that would start a service finds that it may not.
  writeFileSync(path.join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', {
    mode: 0o755,
  });
  const script = `mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" /bin/sh -c "$1"`;
  const env = {
    PATH,
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C',
  };
  return (
    await run('unshare', ['--mount', 'sh', '-c', script, folder, line], {
      env,
      maxBuffer: OUTPUT_BYTES,
    })
  ).stdout;
}

/** Where this machine's apt takes Debian from. */
async function debianOfThisMachine(): Promise<{
  sources: string;
  mirror: string;
  codename: string;
}> {
  const codename =
    /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT) $(TRUSTED)';
  const { stdout } = await run('apt-get', [
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
    'Origin: Debian',
  ]);
  const targets = stdout.split('\n').flatMap((line) => {
    const [uri = '', release = '', component = '', trusted = ''] = line.split(' ');
    return component === 'main'
      ? [{ uri, release, option: trusted === 'yes' ? '[trusted=yes] ' : '' }]
      : [];
  });
  const mirror = targets.find(({ release }) => release === codename)?.uri;
  if (!mirror) throw new Error(`apt-get knows no source of Debian ${codename}: run apt-get update`);
  return {
    sources: targets
      .map(({ uri, release, option }) => `deb ${option}${uri} ${release} main\n`)
      .join(''),
    mirror,
    codename,
  };
}
