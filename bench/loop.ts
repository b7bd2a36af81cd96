/**
 * How long a request holds the main thread: each call of the API gets the largest input that its schema allows, or what else is the largest. Measured is
 * the processor time between two turns of the event loop, which other programs do not lengthen.
 */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { venmoStatement } from '#tests/support/statements.ts';
import { adminHeaders } from './admin.ts';
import { largest, type Schema } from './largest.ts';
import type { Results } from './results.ts';
import { type Server, startShop } from './servers.ts';
import { copyOfShop } from './shops.ts';

const SPECIMENS = 1_000;
const AIM_MS = 50;
/** Bytes of a body: what only the admin may send, and what everybody may. */
const ROOMS = [500_000, 60_000];
const QUERY_ROOM = 6_000;
const TIMEOUT_MS = 60_000;
/** They end the session, or the shop that is measured. */
const LEFT_OUT =
  /logout|auth\/(?:password|sessions)|restore|DELETE \/api\/auth|passkeys\/\{|demo|openapi/;
/** Forms with files, and sheets, which a child process reads. */
const STATEMENT = 'POST /api/manage/payments/statement';

type Parameter = { in: 'query' | 'path' | 'header'; name: string; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
type Asked = { call: string; ms: number; status: number };

export async function measureLoop(): Promise<Partial<Results>> {
  const dataDir = await copyOfShop(SPECIMENS);
  const shop = await startShop(dataDir);
  try {
    const asked = await askAll(shop);
    const unmeasured = asked.filter(({ status }) => status === 0).map(({ call }) => call);
    return {
      figures: asked
        .toSorted((a, b) => b.ms - a.ms)
        .map(({ call, ms, status }) => ({
          name: `main thread held, ${call}, answered ${status}`,
          value: ms,
          unit: 'ms of processor time',
          aim: AIM_MS,
        })),
      notes: unmeasured.length > 0 ? [`No answer: ${unmeasured.join(', ')}.`] : [],
    };
  } finally {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function askAll(shop: Server): Promise<Asked[]> {
  const headers = await adminHeaders(shop.origin);
  const described = (await (await fetch(`${shop.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const order = ['get', 'post', 'put', 'patch', 'delete'];
  const calls = Object.entries(described.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ method, path }) => !LEFT_OUT.test(`${method.toUpperCase()} ${path}`))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  const asked: Asked[] = [];
  await shop.longest();
  for (const { method, path, operation } of calls) {
    const call = `${method.toUpperCase()} ${path}`;
    const target = targetOf(path, operation.parameters ?? []);
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    for (const { type, body } of bodiesOf(call, schema)) {
      // What the first run of a code costs is not the input's.
      const runs: Asked[] = [];
      for (const _ of [1, 2]) runs.push(await ask(shop, call, target, { headers, type, body }));
      const best = runs.reduce((a, b) => (a.ms <= b.ms ? a : b));
      asked.push(best);
      if (best.status !== 413) break;
    }
  }
  return asked;
}

type Sending = { headers: Record<string, string>; type: string; body: string | null };

async function ask(
  shop: Server,
  call: string,
  target: string,
  { headers, type, body }: Sending,
): Promise<Asked> {
  const [method = 'GET'] = call.split(' ');
  const response = await fetch(shop.origin + target, {
    method,
    headers: { ...headers, ...(body !== null && { 'content-type': type }) },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  await response?.arrayBuffer().catch(() => {});
  // What goes on after the answer counts as well.
  await setTimeout(20);
  return { call, status: response?.status ?? 0, ms: await shop.longest() };
}

function targetOf(path: string, parameters: Parameter[]): string {
  const query = new URLSearchParams();
  const wanted = parameters.filter((parameter) => parameter.in === 'query');
  for (const { name, schema = {} } of wanted)
    query.set(name, String(largest(schema, QUERY_ROOM / wanted.length)));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => (/id$/i.test(name) ? '1' : 'quartz'));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function bodiesOf(call: string, schema: Schema | undefined): Omit<Sending, 'headers'>[] {
  if (call === STATEMENT) return [{ type: 'text/csv', body: largestStatement() }];
  if (!schema) return [{ type: '', body: null }];
  return ROOMS.map((room) => ({
    type: 'application/json',
    body: JSON.stringify(largest(schema, room)),
  }));
}

/** 5 MB, with a payment in each row. */
const largestStatement = (): string =>
  venmoStatement(
    Array.from({ length: 30_000 }, (_, index) => ({
      id: `4200${index}`,
      note: `Order #${index}, with thanks`,
      from: `Buyer ${index}`,
      amount: `+ $${index % 500}.00`,
    })),
  );
