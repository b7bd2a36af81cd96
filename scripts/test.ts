/**
 * `npm test` runs the suites that every change needs, also after one has failed. `npm run test:all`
 * runs the rest too, and with `--rest` nothing else. `npm test -- unit faults` runs only these.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { COULD_NOT, programCall } from './programs.ts';
import { root, type Suite, suites } from './suites.ts';

type Result = {
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
  reason?: string;
  output?: string;
};

const MAX_MS = 30 * 60_000;
/** Light suites at a time: each keeps about one core busy. */
const LANES = 2;
/**
 * Repeats the last lines of a failed suite at the end of a kept log, as the log may be cut before
 * them.
 */
const REPEATED_LINES = 60;

const results = new Map<string, Result>();
const names = chosen(process.argv.slice(2));
const light = names.filter((name) => suites[name]?.isLight);
await Promise.all(Array.from({ length: LANES }, lane));
for (const name of names) if (!suites[name]?.isLight) await run(name);
report();

async function lane(): Promise<void> {
  for (let name = light.shift(); name !== undefined; name = light.shift()) await run(name);
}

/** In the order of `suites`. Ends the process if a name is unknown. */
function chosen(wanted: string[]): string[] {
  const known = Object.keys(suites);
  const named = wanted.filter((word) => word !== '--all' && word !== '--rest');
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(', ')}. The suites are ${known.join(', ')}.`);
    process.exit(1);
  }
  const isWanted = ({ command }: Suite) =>
    wanted.includes('--rest')
      ? command === 'npm run test:all'
      : wanted.includes('--all') || command === 'npm test';
  const chosenNames =
    named.length > 0 ? named : known.filter((name) => suites[name] && isWanted(suites[name]));
  const needed = new Set(chosenNames.flatMap((name) => [name, suites[name]?.needs]));
  return known.filter((name) => needed.has(name));
}

async function run(name: string): Promise<void> {
  const suite = suites[name];
  if (!suite) return;
  const { proves, programs, isLight = false, obstacle } = suite;
  const heading = `\n── ${name}: ${proves} ${'─'.repeat(Math.max(0, 70 - name.length - proves.length))}\n`;
  const reason = obstacle?.();
  if (reason) {
    console.log(`${heading}\nSkipped: ${reason}`);
    results.set(name, { outcome: 'skipped', seconds: 0, reason });
    return;
  }
  if (!isLight) console.log(heading);
  const begun = performance.now();
  const saying = isLight ? 'held' : process.stdout.isTTY ? 'shown' : 'copied';
  const codes: (number | null)[] = [];
  let output = '';
  for (const program of programs) {
    const end = await ended(program, saying);
    codes.push(end.code);
    output += end.output;
  }
  if (isLight) process.stdout.write(`${heading}\n${output}`);
  const outcome = outcomeOf(codes);
  results.set(name, {
    outcome,
    seconds: (performance.now() - begun) / 1000,
    output,
    ...(outcome === 'skipped' && { reason: output.trim().split('\n').at(-1) }),
  });
}

function outcomeOf(codes: readonly (number | null)[]): Result['outcome'] {
  const bad = codes.filter((code) => code !== 0);
  if (bad.length === 0) return 'passed';
  return bad.every((code) => code === COULD_NOT) ? 'skipped' : 'failed';
}

/**
 * @param saying whether its output is only returned, or only shown (a terminal keeps its colors
 * so), or both.
 */
function ended(
  [program = '', ...args]: string[],
  saying: 'held' | 'shown' | 'copied',
): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  };
  const { file, args: words, shell } = programCall(program, args);
  const destination = saying === 'shown' ? 'inherit' : 'pipe';
  const child = spawn(file, words, {
    cwd: root,
    env,
    shell,
    stdio: ['ignore', destination, destination],
    timeout: MAX_MS,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (saying === 'copied') process.stdout.write(chunk);
    });
  }
  return new Promise((resolve) => {
    const end = (code: number | null, complaint = '') => {
      if (saying !== 'held' && complaint) console.error(complaint);
      resolve({
        code,
        output: `${Buffer.concat(chunks)}${complaint && `${complaint}\n`}`,
      });
    };
    child.once('error', (error) => end(null, `${program} could not be started: ${error.message}`));
    child.once('close', (code, signal) =>
      end(
        code,
        signal
          ? `${program} was ended by ${signal}; a suite may take ${MAX_MS / 60_000} minutes`
          : '',
      ),
    );
  });
}

/**
 * Prints how each failed suite ended, unless a terminal shows it anyway, and the counts of suites
 * in the last line. Sets the exit code.
 */
function report(): void {
  const all = [...results.values()];
  const count = (outcome: Result['outcome']) =>
    all.filter((result) => result.outcome === outcome).length;
  for (const [name, { outcome, output = '' }] of results) {
    if (outcome !== 'failed' || process.stdout.isTTY) continue;
    console.log(`\n── ${name} failed, and ended with ${'─'.repeat(50)}\n`);
    console.log(output.trimEnd().split('\n').slice(-REPEATED_LINES).join('\n'));
  }
  console.log('\n── Summary ───────────────────────────────────────────────────────────────\n');
  for (const name of names) {
    const { outcome, seconds, reason } = results.get(name) ?? { outcome: 'failed', seconds: 0 };
    console.log(
      `  ${name.padEnd(10)}${outcome.padEnd(9)}${reason ?? `${seconds.toFixed(1).padStart(6)} s`}`,
    );
  }
  if (count('skipped') > 0) console.log(`\n${count('skipped')} skipped, for the reason given`);
  console.log(`\nSuites: ${count('passed')} passed, ${count('failed')} failed`);
  process.exitCode = count('failed') === 0 ? 0 : 1;
}
