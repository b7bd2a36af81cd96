/** Prints the figures and keeps them with the facts of the machine they come from. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';

/** A measured value; one with `most` is a budget. */
export type Figure = { name: string; value: number; unit: string; most?: number };

type Round = { cpu: number; rate: number };

export type Results = { budgets: Figure[]; others: Figure[]; rounds: { shop: Round; bare: Round }[] };

const folder = path.join(import.meta.dirname, 'results');
// Taken before the measuring, which is a load of its own.
const [loadBefore = 0] = loadavg();

/** Writes bench/results/<date>.json and .md. @returns whether every budget is kept. */
export function writeResults({ budgets, others, rounds }: Results): { isGood: boolean } {
  const machine = {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: Number(loadBefore.toFixed(2)),
  };
  const date = new Date().toISOString().slice(0, 10);
  const isKept = ({ value, most = Number.POSITIVE_INFINITY }: Figure) => value <= most;
  const isGood = budgets.every(isKept);

  for (const figure of budgets) {
    console.log(
      `${isKept(figure) ? 'PASS' : 'FAIL'}  ${figure.name}: ${show(figure)} (at most ${show({ ...figure, value: figure.most ?? 0 })})`,
    );
  }
  for (const figure of others) console.log(`      ${figure.name}: ${show(figure)}`);

  const text = `# Bench of ${date}

\`npm run bench\` on ${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}; load average before it began: ${machine.loadBefore}.

| budget | measured | at most | |
|---|---:|---:|---|
${budgets.map((figure) => `| ${figure.name} | ${show(figure)} | ${show({ ...figure, value: figure.most ?? 0 })} | ${isKept(figure) ? 'PASS' : 'FAIL'} |`).join('\n')}

| figure | measured |
|---|---:|
${others.map((figure) => `| ${figure.name} | ${show(figure)} |`).join('\n')}

Processor time is the server's own account of all its threads, over a fixed number of requests; medians of ${rounds.length} rounds, shop and yardstick in turn.
`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${date}.json`), `${JSON.stringify({ date, machine, budgets, others, rounds }, null, 2)}\n`);
  writeFileSync(path.join(folder, `${date}.md`), text);
  return { isGood };
}

function show({ value, unit }: Figure): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}
