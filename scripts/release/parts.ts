import path from 'node:path';

export type Platform = { os: string; cpu: string };

export type LockEntry = {
  version?: string;
  integrity?: string;
  license?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, LockEntry> };

/** `place` is where npm puts the package, such as `node_modules/pg`. */
export type Part = { place: string; name: string; entry: LockEntry };

export function nodePackages(lock: Lock): { name: string; platform: Platform }[] {
  const names = Object.keys(lock.packages['']?.optionalDependencies ?? {}).filter((name) =>
    /^node-\w+-\w+$/.test(name),
  );
  return names.sort().map((name) => {
    const { os: [os] = [], cpu: [cpu] = [] } = listed(lock.packages[`node_modules/${name}`]);
    if (!os || !cpu)
      throw new Error(`package-lock.json does not say for which platform ${name} is.`);
    return { name, platform: { os, cpu } };
  });
}

/**
 * Includes the packages themselves, by place.
 * @throws Error where a needed one is not in the lock.
 */
export function partsOf(lock: Lock, names: readonly string[], platform: Platform): Part[] {
  const found = new Map<string, Part>();
  const add = (name: string, user: string, isOptional: boolean) => {
    const place = placeOf(lock, name, user);
    if (place === null && !isOptional)
      throw new Error(`package-lock.json lacks ${name}, which ${user || 'the shop'} needs.`);
    if (place === null || found.has(place)) return;
    const entry = listed(lock.packages[place]);
    if (!fits(entry, platform)) return;
    found.set(place, { place, name, entry });
    for (const next of Object.keys(entry.dependencies ?? {})) add(next, place, false);
    for (const next of Object.keys({ ...entry.optionalDependencies, ...entry.peerDependencies }))
      add(next, place, true);
  };
  for (const name of names) add(name, '', false);
  return [...found.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
}

function placeOf(lock: Lock, name: string, user: string): string | null {
  for (
    let folder = user;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (lock.packages[place]) return place;
    if (folder === '') return null;
  }
}

/** The Node from npm needs glibc, so a package for another C library is of no use. */
function fits({ os, cpu, libc }: LockEntry, platform: Platform): boolean {
  return (
    (!os || os.includes(platform.os)) &&
    (!cpu || cpu.includes(platform.cpu)) &&
    (!libc || libc.includes('glibc'))
  );
}

/** npm writes a single system or processor without its list. */
function listed(entry: LockEntry = {}): LockEntry {
  const list = (value?: string | string[]) => (value === undefined ? undefined : [value].flat());
  return { ...entry, os: list(entry.os), cpu: list(entry.cpu), libc: list(entry.libc) };
}

/** CycloneDX 1.6: the same parts and second give the same text. */
export function cycloneDx(
  shop: { name: string; version: string; license: string },
  parts: readonly Part[],
  made: Date,
): string {
  const components = parts.map(({ place, name, entry }) => {
    const version = entry.version ?? '';
    const [, algorithm = '', hash = ''] = /^(sha\d+)-(.*)$/.exec(entry.integrity ?? '') ?? [];
    return {
      type: 'library',
      'bom-ref': place,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(entry.license && { licenses: [{ expression: entry.license }] }),
      ...(hash && {
        hashes: [
          {
            alg: algorithm.replace('sha', 'SHA-'),
            content: Buffer.from(hash, 'base64').toString('hex'),
          },
        ],
      }),
    };
  });
  const { name, version, license } = shop;
  const component = {
    type: 'application',
    'bom-ref': name,
    name,
    version,
    licenses: [{ expression: license }],
  };
  const metadata = { timestamp: made.toISOString(), component };
  const list = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components };
  return `${JSON.stringify(list, null, 2)}\n`;
}
