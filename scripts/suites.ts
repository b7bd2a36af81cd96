/**
 * The suites of `npm test` and `npm run test:all`. A test compares them with docs/developing.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type Suite = {
  /** `npm test` runs what every change needs; the rest is for those who accept changes. */
  command: 'npm test' | 'npm run test:all';
  proves: string;
  /** Seconds of processor time, about. */
  costs: number;
  programs: string[][];
  /**
   * Runs beside other light ones, and prints its output once it is over. The others have the
   * machine to themselves.
   */
  isLight?: true;
  needs?: string;
  /** Why this machine cannot run the suite; null if it can. */
  obstacle?: () => string | null;
};

export const root = path.join(import.meta.dirname, '..');

const projects = (...names: string[]) => names.flatMap((name) => ['--project', name]);

/** In the order of beginning: the longest light ones first. */
export const suites: Record<string, Suite> = {
  build: {
    command: 'npm test',
    proves: 'the pages and the server can be built',
    costs: 12,
    programs: [['node', 'scripts/build.ts']],
    isLight: true,
  },
  types: {
    command: 'npm test',
    proves: 'the types fit, on the server and in the browser',
    costs: 17,
    // Each checker checks much of what the others do: one for each takes three fifths of the
    // processor time.
    programs: ['tsconfig.json', 'tsconfig.web.json'].map((project) => [
      'tsc',
      '-p',
      project,
      '--checkers',
      '1',
    ]),
    isLight: true,
  },
  promises: {
    command: 'npm test',
    proves: 'no promise is forgotten, and nothing is spread that could be written out',
    costs: 20,
    programs: [['oxlint', '--type-aware']],
    isLight: true,
    obstacle: oxlintIsMissing,
  },
  unused: {
    command: 'npm test',
    proves: 'no file, export or package without use',
    costs: 5,
    programs: [['knip']],
    isLight: true,
  },
  style: {
    command: 'npm test',
    proves: 'format and good practice',
    costs: 7,
    programs: [['biome', 'check']],
    isLight: true,
  },
  audit: {
    command: 'npm test',
    proves: 'no dependency waits for a published fix',
    costs: 1,
    programs: [['node', 'scripts/audit.ts']],
    isLight: true,
  },
  unit: {
    command: 'npm test',
    proves: 'contract, server and pages on SQLite, and on PostgreSQL what is about SQL',
    costs: 330,
    programs: [['vitest', 'run', ...projects('sql', 'others', 'web')]],
    needs: 'build',
  },
  journeys: {
    command: 'npm test',
    proves: 'what a visitor, a buyer and the owner do, in a browser',
    costs: 125,
    programs: [['playwright', 'test', '--grep', '@journey']],
    needs: 'build',
    obstacle: browserIsMissing,
  },
  thorough: {
    command: 'npm run test:all',
    proves: 'the units that are slow and seldom red, and more runs of those that try random input',
    costs: 640,
    programs: [['vitest', 'run', ...projects('thorough')]],
    needs: 'build',
  },
  postgres: {
    command: 'npm run test:all',
    proves: 'what `npm test` proves on SQLite alone, on PostgreSQL',
    costs: 120,
    programs: [['vitest', 'run', ...projects('postgres')]],
    needs: 'build',
  },
  pglite: {
    command: 'npm run test:all',
    proves: 'what each engine proves, on PGlite, as `npm test` does where there is no PostgreSQL',
    costs: 300,
    programs: [['vitest', 'run', ...projects('pglite')]],
    needs: 'build',
  },
  browser: {
    command: 'npm run test:all',
    proves: 'the rest of what happens in a browser: every page and state, at both sizes',
    costs: 790,
    programs: [['playwright', 'test', '--grep-invert', '@journey']],
    needs: 'build',
    obstacle: browserIsMissing,
  },
  faults: {
    command: 'npm run test:all',
    proves:
      'nothing is lost where databases, disks, stores and mail servers fail, and processes are killed',
    costs: 740,
    programs: [['vitest', 'run', ...projects('faults', 'faults-alone')]],
    needs: 'build',
  },
  features: {
    command: 'npm run test:all',
    proves:
      'each feature can be taken out: the types fit; without any the shop starts, and its units and journeys pass',
    costs: 420,
    programs: [['vitest', 'run', ...projects('features')]],
  },
  servers: {
    command: 'npm run test:all',
    proves: 'the journeys on PostgreSQL and a bucket',
    costs: 140,
    programs: [['node', 'tests/support/e2e-on-servers.ts', '--grep', '@journey']],
    needs: 'build',
    obstacle: () => browserIsMissing() ?? saidBy('tests/support/obstacle.ts', 'servers'),
  },
  firefox: {
    command: 'npm run test:all',
    proves: 'a visitor’s and the admin’s journey in Firefox',
    costs: 60,
    programs: [['vitest', 'run', ...projects('browsers'), '-t', 'Firefox']],
    needs: 'build',
    obstacle: () => saidBy('tests/browsers/missing.ts', 'firefox'),
  },
  webkit: {
    command: 'npm run test:all',
    proves: 'the same in WebKit',
    costs: 70,
    programs: [['vitest', 'run', ...projects('browsers'), '-t', 'WebKit']],
    needs: 'build',
    obstacle: () => saidBy('tests/browsers/missing.ts', 'webkit'),
  },
  release: {
    command: 'npm run test:all',
    proves:
      'the release for this machine sells, is backed up, restored and installed where there is no Node',
    costs: 115,
    programs: [['vitest', 'run', ...projects('release')]],
    needs: 'build',
    obstacle: () => saidBy('tests/release/obstacle.ts'),
  },
  deploy: {
    command: 'npm run test:all',
    proves: 'the image and the Caddyfile as they are shipped',
    costs: 215,
    programs: [['vitest', 'run', ...projects('deploy')]],
    obstacle: () => saidBy('tests/support/obstacle.ts', 'deploy'),
  },
};

/** Both parts of oxlint are one binary per platform, and npm skips those that it does not find. */
function oxlintIsMissing(): string | null {
  const { resolve } = createRequire(import.meta.url);
  const platform = `${process.platform}-${process.arch}`;
  try {
    resolve(`@oxlint-tsgolint/${platform}/package.json`);
  } catch {
    return `npm has installed no oxlint-tsgolint for ${platform}`;
  }
  const folder = path.join(root, 'node_modules/@oxlint');
  return existsSync(folder) ? null : `npm has installed no oxlint for ${platform}`;
}

function browserIsMissing(): string | null {
  return saidBy('tests/support/browser.ts');
}

/**
 * The script's output; null where it finds no obstacle. Any other failure of it will fail the
 * suite.
 */
function saidBy(...words: string[]): string | null {
  const { stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  return stdout.trim() || null;
}
