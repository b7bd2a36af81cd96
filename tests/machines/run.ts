/**
 * `npm run test:machines`: whether `npm ci && npm start` and `npm ci && npm test` hold on machines that differ from this one. What is not committed is not tested.
 *
 *     npm run test:machines -- start alone noto
 *     npm run test:machines -- test elsewhere --suites=types,unit
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Machine, machines } from './machines.ts';
import { makeRoot, missingTools, type Root } from './root.ts';

type Outcome = { isGood: boolean; seconds: number; remarks: string[] };
type Row = { name: string; start: Outcome | null; test: Outcome | null };

const START_MS = 300_000;
const CLOSING_MS = 30_000;
const SUITES = '--suites=';

const words = process.argv.slice(2);
const suites =
  words
    .find((word) => word.startsWith(SUITES))
    ?.slice(SUITES.length)
    .split(',') ?? [];
const commands = (['start', 'test'] as const).filter((command) => words.includes(command));
const names = words.filter(
  (word) => !word.startsWith(SUITES) && word !== 'start' && word !== 'test',
);
const chosen = machines.filter(({ name }) => names.length === 0 || names.includes(name));
const unknown = names.filter((name) => !machines.some((machine) => machine.name === name));
const missing = missingTools();
if (unknown.length > 0)
  end(
    `There is no ${unknown.join(', ')}. The machines are ${machines.map(({ name }) => name).join(', ')}.`,
  );
if (missing.length > 0) end(`npm run test:machines cannot run here:\n  ${missing.join('\n  ')}`);

let current: Root | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.resolve(current?.remove()).then(() => process.exit(1)));
}

const rows: Row[] = [];
for (const machine of chosen) rows.push(await prove(machine));
console.log(`\n${tableOf(rows)}`);
process.exitCode = rows.every(
  ({ start, test }) => (start?.isGood ?? true) && (test?.isGood ?? true),
)
  ? 0
  : 1;

function end(message: string): never {
  console.error(message);
  process.exit(1);
}

async function prove(machine: Machine): Promise<Row> {
  const isWanted = (command: (typeof commands)[number]) =>
    commands.length === 0 || commands.includes(command);
  const attempt = (work: (root: Root) => Promise<Outcome>) => async (root: Root) => {
    await root.clone();
    const installed = root.start(['npm', 'ci'], 'ci');
    const code = await installed.ended;
    return code === 0
      ? work(root)
      : failed(`npm ci ended with ${code}: ${lastLineOf(installed.printed())}`);
  };
  console.log(`${machine.name} …`);
  const root = await makeRoot(machine);
  current = root;
  try {
    const row: Row = { name: machine.name, start: null, test: null };
    if (isWanted('start')) row.start = say('npm start', await attempt(startShop)(root));
    if (isWanted('test')) row.test = say('npm test', await attempt(runTests)(root));
    return row;
  } finally {
    await root.remove();
    current = null;
  }
}

function say(command: string, outcome: Outcome): Outcome {
  console.log(
    `  ${command}: ${textOf(outcome)}${outcome.remarks.map((remark) => `\n    ${remark}`).join('')}`,
  );
  return outcome;
}

function failed(remark: string): Outcome {
  return { isGood: false, seconds: 0, remarks: [remark] };
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** The shop opens, shows the demo collection, and ends by a signal to npm, with all that it had started. */
async function startShop(root: Root): Promise<Outcome> {
  const begun = performance.now();
  const shop = root.start(['npm', 'start'], 'start', { PORT: '0' });
  const isOver = shop.ended.then(() => true);
  let origin: string | undefined;
  while (!origin) {
    origin = /Druse is open at (http\S+)/.exec(shop.printed())?.[1];
    if (performance.now() - begun > START_MS) return failed(`not open after ${START_MS / 1000} s`);
    if (!origin && (await Promise.race([isOver, pause(50)])))
      return failed(`it ended: ${lastLineOf(shop.printed())}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  const remarks: string[] = [];
  for (const page of ['/healthz', '/', '/specimen/1', '/api/specimens']) {
    const { status } = await fetch(origin + page);
    if (status !== 200) remarks.push(`${page} returned ${status}`);
  }
  shop.kill('SIGTERM');
  await shop.ended;
  const deadline = performance.now() + CLOSING_MS;
  while (root.processes().length > 0 && performance.now() < deadline) await pause(100);
  if (root.processes().length > 0)
    remarks.push(
      `${root.processes().length} processes outlived npm start by ${CLOSING_MS / 1000} s`,
    );
  return { isGood: remarks.length === 0, seconds, remarks };
}

async function runTests(root: Root): Promise<Outcome> {
  const begun = performance.now();
  const tests = root.start(
    ['npm', 'test', ...(suites.length > 0 ? ['--', ...suites] : [])],
    'test',
  );
  const code = await tests.ended;
  const seconds = (performance.now() - begun) / 1000;
  const summary = tests.printed().split('── Summary').at(-1) ?? '';
  const remarks = [...summary.matchAll(/^ {2}(\w+) +(failed|skipped) +(.*)$/gm)].map(
    ([, name, outcome, rest]) => `${name} ${outcome}: ${rest}`,
  );
  if (code !== 0 && remarks.length === 0)
    remarks.push(`npm test ended with ${code}: ${lastLineOf(tests.printed())}`);
  return { isGood: code === 0, seconds, remarks };
}

function textOf(outcome: Outcome | null): string {
  return outcome === null
    ? ''
    : `${outcome.isGood ? 'ok' : 'FAILED'}, ${outcome.seconds.toFixed(outcome.seconds < 100 ? 1 : 0)} s`;
}

function tableOf(all: Row[]): string {
  const lines = all.map(({ name, start, test }) => {
    const remarks = [...(start?.remarks ?? []), ...(test?.remarks ?? [])].join('; ');
    return `| ${name} | ${textOf(start)} | ${textOf(test)} | ${remarks} |`;
  });
  return [
    '| machine | npm start | npm test | skipped or failed |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
