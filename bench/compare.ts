/** One load on two servers in turn, so that whatever else the machine does hits both. */
import type { Ask, Job } from './load.ts';
import { type Asker, type BareServer, fetchAnswer, type Server } from './servers.ts';

export type Load = Pick<Job, 'asks' | 'again' | 'connections'>;
export type Rounds = { count: number; seconds: number };

export type Measured = {
  /** Processor time of the server for an answer, in microseconds. */
  cpu: number;
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

/**
 * Medians of all rounds. A load that does not begin again is dealt out to the rounds.
 * @returns with `bytes`, what is sent of the first answer, as it is compressed.
 */
export async function compare(
  shop: Server,
  load: Load,
  { asker, bare, rounds }: { asker: Asker; bare: BareServer; rounds: Rounds },
): Promise<{ shop: Measured; bare: Measured; bytes: number }> {
  const [first] = load.asks;
  if (!first) throw new Error('Nothing to ask');
  const answer = await fetchAnswer(shop.origin, first);
  bare.answerWith(answer);
  const portions = load.again ? null : portionsOf(load.asks.slice(1), rounds.count + 1);
  const results: { shop: Measured; bare: Measured }[] = [];
  const job = (asks: Ask[], again: boolean) => ({
    asks,
    again,
    connections: load.connections,
    seconds: rounds.seconds,
  });
  // The first round warms both up.
  for (let round = 0; round <= rounds.count; round++) {
    const asks = portions?.[round] ?? load.asks;
    const result = {
      shop: await measure(shop, asker, job(asks, load.again)),
      bare: await measure(bare, asker, job(asks.slice(0, 100), true)),
    };
    if (round > 0) results.push(result);
  }
  const medians = (of: 'shop' | 'bare') => medianOf(results.map((result) => result[of]));
  return {
    shop: medians('shop'),
    bare: medians('bare'),
    bytes: Buffer.from(answer.body, 'base64').length,
  };
}

export async function measure(
  server: Server,
  asker: Asker,
  job: Omit<Job, 'origin'>,
): Promise<Measured> {
  const before = await server.usage();
  const { answers, seconds, p50, p99 } = await asker.run({ origin: server.origin, ...job });
  const after = await server.usage();
  return { cpu: (after.cpu - before.cpu) / answers, rate: answers / seconds, p50, p99 };
}

function portionsOf(asks: Ask[], count: number): Ask[][] {
  const size = Math.floor(asks.length / count);
  return Array.from({ length: count }, (_, place) => asks.slice(place * size, (place + 1) * size));
}

const medianOf = (all: Measured[]): Measured => ({
  cpu: median(all.map(({ cpu }) => cpu)),
  rate: median(all.map(({ rate }) => rate)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
});

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
