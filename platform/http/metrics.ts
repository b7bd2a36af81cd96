/** Imported only where configured. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../process/version.ts';

/** A scrape leaves out a gauge that fails. */
export type Reading = { name: string; help: string; read(): number | Promise<number> };

export type MetricsOptions = {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Sorts paths into a few kinds, so the number of labels stays bounded. */
  kindOf(path: string): string;
  readings: Reading[];
  onError(error: unknown): void;
};

type Started = { request: IncomingMessage; server: Server };
type Finished = Started & { response: ServerResponse };

export async function serveMetrics({
  host,
  port,
  kindOf,
  readings,
  onError,
}: MetricsOptions): Promise<{ server: Server; close(): Promise<void> }> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Prometheus’ own check refuses gauges with a counter's ending: sums of the gauges by type that
  // stay.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  new Gauge({
    name: 'druse_info',
    help: 'The version that runs',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const labelNames = ['kind', 'method', 'status'] as const;
  const responses = new Counter({
    name: 'druse_http_responses_total',
    help: 'Responses sent',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'druse_http_response_duration_seconds',
    help: 'From the request to the end of its response',
    labelNames: ['kind'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  for (const { name, help, read } of readings) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await read());
        } catch (error) {
          // Resetting it would report 0.
          this.remove();
          onError(error);
        }
      },
    });
  }

  async function respond(response: ServerResponse): Promise<void> {
    const text = await registry.metrics();
    response
      .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
      .end(text);
  }
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    return void respond(response).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  });

  const began = new WeakMap<IncomingMessage, number>();
  const onStart = (message: unknown) => {
    const { request, server: from } = message as Started;
    if (from !== server) began.set(request, performance.now());
  };
  const onFinish = (message: unknown) => {
    const { request, response, server: from } = message as Finished;
    if (from === server) return;
    const kind = kindOf(request.url?.split('?', 1)[0] ?? '');
    responses.inc({
      kind,
      method: methods.has(request.method ?? '') ? request.method : 'other',
      status: response.statusCode,
    });
    const start = began.get(request);
    if (start !== undefined) seconds.observe({ kind }, (performance.now() - start) / 1000);
  };
  subscribe('http.server.request.start', onStart);
  subscribe('http.server.response.finish', onFinish);
  server.listen(port, host);
  await once(server, 'listening');

  return {
    server,
    async close() {
      unsubscribe('http.server.request.start', onStart);
      unsubscribe('http.server.response.finish', onFinish);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** All others count as `other`: a name that any client can choose must not become a label. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
