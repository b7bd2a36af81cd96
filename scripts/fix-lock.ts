/**
 * Adds to package-lock.json the optional platform packages that the registry in use did not list, so that `npm ci` accepts
 * the lock everywhere. npm leaves out what it cannot fetch and then refuses its own lock ("Missing: … from lock file").
 * The added entries carry no integrity hash; their os, cpu and libc are read off the package name. Run after every
 * dependency change: `npm run lock`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];
const aliases: Record<string, string> = { gnueabihf: 'gnu', musleabihf: 'musl', armv7: 'arm' };

const file = 'package-lock.json';
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));
const known = new Set(Object.keys(lock.packages).map((path) => path.replace(/.*node_modules\//, '')));
let added = 0;

for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (known.has(name) || !/^\d/.test(version)) continue;
    const words = (name.split('/').pop() ?? '').split('-').map((word) => aliases[word] ?? word);
    const os = systems.find((system) => words.includes(system));
    const cpu = processors.find((processor) => words.includes(processor));
    if (!os && !cpu) continue;
    const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
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

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to ${file}`);
