/**
 * `npm test`: runs all suites, one after the other, also after one has failed.
 * `npm test -- unit browser` runs only these suites.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { programCall } from './programs.ts';

type Suite = {
  proves: string;
  /** Programs in node_modules/.bin, each with its arguments, run beside each other. */
  commands: string[][];
  /** The suite that runs before this one, even if it was not asked for. */
  needs?: string;
  /** Why this machine cannot run the suite; null if it can. */
  obstacle?: () => string | null;
};

type Result = { outcome: 'passed' | 'failed' | 'skipped'; seconds: number; reason?: string };

const MAX_MS = 15 * 60_000;
const root = path.join(import.meta.dirname, '..');

const suites: Record<string, Suite> = {
  types: {
    proves: 'the types fit, on the server and in the browser',
    // Each checker checks much of what the others do: one for each takes three fifths of the processor time.
    commands: ['tsconfig.json', 'tsconfig.web.json'].map((project) => ['tsc', '-p', project, '--checkers', '1']),
  },
  style: { proves: 'format and good practice', commands: [['biome', 'check']] },
  unused: { proves: 'no file, export or package without use', commands: [['knip']] },
  promises: { proves: 'no promise is forgotten', commands: [['oxlint', '--type-aware']], obstacle: oxlintIsMissing },
  audit: { proves: 'no dependency waits for a published fix', commands: [['node', 'scripts/audit.ts']] },
  build: { proves: 'the pages can be built', commands: [['node', 'scripts/build.ts']] },
  unit: {
    proves: 'contract, server and pages, on every database engine',
    commands: [['vitest', 'run', '--project', 'server', '--project', 'web']],
    needs: 'build',
  },
  browser: {
    proves: 'the shop as a visitor and its owner use it',
    commands: [['playwright', 'test']],
    needs: 'build',
    obstacle: browserIsMissing,
  },
};

const results = new Map<string, Result>();
for (const name of chosen(process.argv.slice(2))) {
  const suite = suites[name];
  if (suite) results.set(name, await run(name, suite));
}
report();

/** The names of the suites to run, in the order of `suites`. Ends the process if a name is unknown. */
function chosen(wanted: string[]): string[] {
  const known = Object.keys(suites);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(', ')}. The suites are ${known.join(', ')}.`);
    process.exit(1);
  }
  const needed = new Set(wanted.flatMap((name) => [name, suites[name]?.needs]));
  return known.filter((name) => wanted.length === 0 || needed.has(name));
}

async function run(name: string, { proves, commands, obstacle }: Suite): Promise<Result> {
  console.log(`\n── ${name}: ${proves} ${'─'.repeat(Math.max(0, 70 - name.length - proves.length))}\n`);
  const reason = obstacle?.();
  if (reason) {
    console.log(`Skipped: ${reason}`);
    return { outcome: 'skipped', seconds: 0, reason };
  }
  const begun = performance.now();
  const successes = await Promise.all(commands.map(succeeds));
  const outcome = successes.every(Boolean) ? 'passed' : 'failed';
  return { outcome, seconds: (performance.now() - begun) / 1000 };
}

function succeeds([program = '', ...args]: string[]): Promise<boolean> {
  const env = { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` };
  const { file, args: words, shell } = programCall(program, args);
  const child = spawn(file, words, { cwd: root, env, shell, stdio: ['ignore', 'inherit', 'inherit'], timeout: MAX_MS });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code, signal) => {
      if (signal) console.error(`${program} was ended by ${signal}; a suite may take ${MAX_MS / 60_000} minutes`);
      resolve(code === 0);
    });
  });
}

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
  // Only the reason goes to standard output; any other failure will fail the suite.
  const { stdout } = spawnSync(process.execPath, ['tests/support/browser.ts'], { cwd: root, encoding: 'utf8' });
  return stdout.trim() || null;
}

/** Prints the summary, with the counts of suites in the last line, and sets the exit code. */
function report(): void {
  const all = [...results.values()];
  const count = (outcome: Result['outcome']) => all.filter((result) => result.outcome === outcome).length;
  console.log('\n── Summary ───────────────────────────────────────────────────────────────\n');
  for (const [name, { outcome, seconds, reason }] of results) {
    console.log(`  ${name.padEnd(10)}${outcome.padEnd(9)}${reason ?? `${seconds.toFixed(1).padStart(6)} s`}`);
  }
  if (count('skipped') > 0) console.log(`\n${count('skipped')} skipped, for the reason given`);
  console.log(`\nSuites: ${count('passed')} passed, ${count('failed')} failed`);
  process.exitCode = count('failed') === 0 ? 0 : 1;
}
