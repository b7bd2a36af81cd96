/** Prints what was measured beside what is aimed at, and stores it with the facts of the machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import type { Measured } from './compare.ts';

/** One load on the shop and on the bare server. */
export type Row = {
  what: string;
  specimens: number;
  connections: number;
  /** Of the first answer, as it is sent. */
  bytes: number;
  shop: Measured;
  bare: Measured;
  /** Budget: times the bare server's processor time. */
  most?: number;
  /** Aim: times the bare server's processor time, microseconds of processor time, or milliseconds for 99 of 100 answers. */
  aim?: { ratio?: number; cpu?: number; p99?: number };
};

/** A single value. One with `most` is a budget; one with `aim` is to be at most that, or at least that. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  most?: number;
  aim?: number;
  isLeast?: boolean;
};

export type Results = { rows: Row[]; figures: Figure[]; notes: string[] };

const folder = path.join(import.meta.dirname, 'results');
// Taken before the measuring, which is a load of its own.
const [loadBefore = 0] = loadavg();

/** Prints everything and writes bench/results/<name>.json and .md. @returns whether every budget is met. */
export function writeResults(name: string, { rows, figures, notes }: Results): { isGood: boolean } {
  const machine = {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: Number(loadBefore.toFixed(2)),
  };
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const text = [
    `# Bench of ${date} UTC`,
    `\`npm run bench\` on ${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}; load average before it began: ${machine.loadBefore}.`,
    ...(rows.length === 0 ? [] : [table(rowHead, rows.map(rowCells)), explanation]),
    ...(figures.length === 0 ? [] : [table(figureHead, figures.map(figureCells))]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
  ].join('\n\n');
  console.log(`\n${text}\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, `${name}.json`),
    `${JSON.stringify({ date, machine, rows, figures, notes }, null, 2)}\n`,
  );
  writeFileSync(path.join(folder, `${name}.md`), `${text}\n`);
  const broken = rows
    .filter(({ most, shop, bare }) => most !== undefined && shop.cpu / bare.cpu > most)
    .map(({ what }) => what);
  broken.push(
    ...figures
      .filter(({ most, value }) => most !== undefined && value > most)
      .map((figure) => figure.name),
  );
  for (const budget of broken) console.log(`Over its budget: ${budget}`);
  return { isGood: broken.length === 0 };
}

const explanation =
  'Processor time is the server’s own account of all its threads for an answer (uploads: with the child process that computes pictures). Each load ran on the shop and on a bare node:http server with the same bytes in turn; medians of the rounds. p50 and p99 are the shop’s, in milliseconds, with that many connections at once.';

const rowHead = [
  'what',
  'specimens',
  'at once',
  'bytes',
  'shop µs',
  'bare µs',
  'ratio',
  'shop/s',
  'bare/s',
  'p50 ms',
  'p99 ms',
  'aim',
];

function rowCells({ what, specimens, connections, bytes, shop, bare, most, aim }: Row): string[] {
  const ratio = shop.cpu / bare.cpu;
  const numbers = [
    specimens,
    connections,
    bytes,
    shop.cpu,
    bare.cpu,
    ratio,
    shop.rate,
    bare.rate,
    shop.p50,
    shop.p99,
  ];
  const aims = [
    aim?.ratio && `${aim.ratio} ×: ${verdict(ratio <= aim.ratio)}`,
    aim?.cpu && `${show(aim.cpu)} µs: ${verdict(shop.cpu <= aim.cpu)}`,
    aim?.p99 && `p99 ${aim.p99} ms: ${verdict(shop.p99 <= aim.p99)}`,
    most && ratio > most && `budget of ${most} × BROKEN`,
  ];
  return [what, ...numbers.map(show), aims.filter(Boolean).join(', ')];
}

const figureHead = ['what', 'measured', 'aim', '', 'budget', ''];

function figureCells({ name, value, unit, most, aim, isLeast = false }: Figure): string[] {
  const bound = (limit: number | undefined, words: string) =>
    limit === undefined ? '' : `${words} ${show(limit)}`;
  return [
    name,
    `${show(value)} ${unit}`,
    bound(aim, isLeast ? 'at least' : 'at most'),
    aim === undefined ? '' : verdict(isLeast ? value >= aim : value <= aim),
    bound(most, 'at most'),
    most === undefined ? '' : value <= most ? 'met' : 'BROKEN',
  ];
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed');

function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function show(value: number): string {
  const digits = Number.isInteger(value) ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
