import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/**
 * Writes batch by batch as fast as the client reads. The first batch is read before anything is
 * sent, so a query that fails at once gets an error response.
 * @returns the reply, typed as its rows, so a route that declares others does not compile.
 */
export async function sendArray<Row>(
  reply: FastifyReply,
  row: z.ZodType<Row>,
  batches: AsyncGenerator<Row[]>,
): Promise<Row[]> {
  const first = await batches.next();
  reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(chunks(), { objectMode: false }));
  return reply as unknown as Row[];

  async function* chunks() {
    let before = '[';
    for (let batch = first; !batch.done; batch = await batches.next()) {
      if (batch.value.length === 0) continue;
      yield before + batch.value.map((value) => JSON.stringify(row.parse(value))).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
}
