/** What an intake of 200 photographs of 12 megapixels costs, and how long visitors wait meanwhile. */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DraftsMade, Intake } from '#features/intake/contract/intakes.ts';
import { shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';
import { adminHeaders } from './admin.ts';
import type { Figure, Results } from './results.ts';
import { fetchAnswer, readJson, type Server, startShop } from './servers.ts';
import { copyOfShop } from './shops.ts';
import { p99, type Visits, visit } from './visitors.ts';

const SPECIMENS = 10_000;
const LABELS = 40;
/** With its label, five files a piece. */
const STONES = 4;
const SIZE = { width: 4_000, height: 3_000 };
/** As the browser sends them. */
const AT_ONCE = 2;
const QUIET_MS = 10_000;
const AIM_P99_MS = 250;

export async function measureIntake(): Promise<Partial<Results>> {
  const dataDir = await copyOfShop(SPECIMENS);
  const shop = await startShop(dataDir);
  try {
    return { figures: await measure(shop) };
  } finally {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(shop: Server): Promise<Figure[]> {
  const headers = await adminHeaders(shop.origin);
  const post = <T>(path: string, body: object) =>
    readJson(shop, {
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)).toString('base64'),
    }) as Promise<T>;
  const { numbers } = await post<{ numbers: string[] }>('/api/manage/label-sheets', {
    count: LABELS,
    first: 'BENCH-001',
  });
  const photographs = await shoot(numbers);
  const figures: Figure[] = [];
  const told = (when: string, { cached, uncached }: Visits, aim?: number) => {
    const goal = aim === undefined ? {} : { aim };
    figures.push({
      name: `Visitors, cached page, p99 ${when}`,
      value: p99(cached),
      unit: 'ms',
      ...goal,
    });
    figures.push({
      name: `Visitors, uncached page, p99 ${when}`,
      value: p99(uncached),
      unit: 'ms',
      ...goal,
    });
  };

  const before = visit(shop, 1);
  await setTimeout(QUIET_MS);
  told('before', await before.stop());

  const { id } = await post<Intake>('/api/manage/intakes', {});
  const during = visit(shop, 5_000);
  const begun = performance.now();
  const waiting = photographs.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, bytes] of waiting) await send(shop, headers, id, bytes, index);
    }),
  );
  const intake = (await readJson(shop, { path: `/api/manage/intakes/${id}`, headers })) as Intake;
  const seconds = (performance.now() - begun) / 1000;
  told('during the intake', await during.stop(), AIM_P99_MS);
  const right = intake.rows.filter(
    ({ pictures, problems }) => pictures.length === STONES && problems.length === 0,
  ).length;
  figures.push({
    name: `From drop to assigned, ${photographs.length} photographs of 12 megapixels`,
    value: seconds,
    unit: 's',
  });
  figures.push({
    name: `Rows that are right, of ${LABELS}`,
    value: right,
    unit: 'rows',
    most: LABELS,
  });

  const making = performance.now();
  const { made } = await post<DraftsMade>(`/api/manage/intakes/${id}/drafts`, {});
  figures.push({
    name: `Making ${made.length} drafts`,
    value: performance.now() - making,
    unit: 'ms',
  });
  return figures;
}

/** Labels and stones, shuffled: the camera's times tell their sequence. */
async function shoot(numbers: string[]): Promise<Buffer[]> {
  const photographs: Buffer[] = [];
  let second = 0;
  const time = () => {
    second += 1;
    return `2026:11:20 ${String(10 + Math.floor(second / 3600)).padStart(2, '0')}:${String(Math.floor(second / 60) % 60).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  };
  for (const number of numbers) {
    photographs.push(await shotLabel(number, { ...SIZE, time: time(), turned: second % 360 }));
    for (let stone = 0; stone < STONES; stone++)
      photographs.push(
        await shotStone({ ...SIZE, time: time(), glows: stone === STONES - 1, hasGrain: true }),
      );
  }
  return photographs.toSorted(() => Math.random() - 0.5);
}

async function send(
  { origin }: Server,
  headers: Record<string, string>,
  id: number,
  bytes: Buffer,
  index: number,
): Promise<void> {
  const form = formOf([
    filePart('file', bytes, `DSC_${index}.jpg`),
    { name: 'data', value: JSON.stringify({ modifiedAt: index }) },
  ]);
  const ask = {
    method: 'POST',
    path: `/api/manage/intakes/${id}/files`,
    headers: { ...headers, ...form.headers },
  };
  await fetchAnswer(origin, { ...ask, body: form.payload.toString('base64') });
}
