/** `npm run doctor` as an owner runs it. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { doctorReport } from '#features/health/contract/doctor.ts';
import { NODE_COMPILE_CACHE, newDataDir, preparedDataDir } from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

const root = path.join(import.meta.dirname, '..');

async function doctor(
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE,
    ...environment,
  };
  const child = spawn(process.execPath, ['scripts/doctor.ts', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text };
}

test('the command says how each thing is, and its exit code whether something needs fixing', async () => {
  const DATA_DIR = await preparedDataDir();
  const well = await doctor([], { DATA_DIR });
  expect([well.code, well.text]).toEqual([
    0,
    expect.stringMatching(/! Configuration \(look at this\).*✓ Database/s),
  ]);
  if (isThorough) {
    const report = await doctor(['--json'], { DATA_DIR });
    expect(doctorReport.parse(JSON.parse(report.text)).findings.length).toBeGreaterThan(8);
  }
  const ill = await doctor([], { DATA_DIR, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect([ill.code, ill.text]).toEqual([1, expect.stringContaining('✗ Email (needs fixing)')]);
  expect(ill.text).not.toMatch(/\bat .*:\d+:\d+/);
});

test.runIf(isThorough)(
  'without a shop, or with an unknown option, the command says so',
  async () => {
    expect(await doctor([], { DATA_DIR: newDataDir() })).toEqual({
      code: 1,
      text: expect.stringContaining('There is no shop'),
    });
    expect(await doctor(['--yaml'], {})).toEqual({
      code: 1,
      text: expect.stringContaining('--json'),
    });
  },
);

test.runIf(isThorough).each([
  ['SQLite', { shop: 'no database', DATABASE_URL: '' }],
  ['PostgreSQL', { shop: null, DATABASE_URL: 'postgres://druse@127.0.0.1:1/druse' }],
])(
  'where %s does not respond the command says so, and how everything else is',
  async (engine, { shop, DATABASE_URL }) => {
    const DATA_DIR = newDataDir();
    mkdirSync(DATA_DIR, { recursive: true });
    if (shop !== null) writeFileSync(path.join(DATA_DIR, 'shop.db'), shop.repeat(1000));
    const { code, text } = await doctor(['--json'], { DATA_DIR, DATABASE_URL });
    expect(code).toBe(1);
    const states = Object.fromEntries(
      doctorReport
        .parse(JSON.parse(text))
        .findings.map(({ name, state, text }) => [name, `${state}: ${text}`]),
    );
    expect(states).toMatchObject({
      Database: `bad: ${engine} doesn’t respond.`,
      Clock: 'unknown: This needs the database.',
      Email: 'unknown: This needs the database.',
      'Photos and videos': 'good: Files can be stored in the folder media in DATA_DIR.',
    });
  },
);
