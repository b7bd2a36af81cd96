import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '#platform/configuration-error.ts';
import type { App } from '#platform/http/app-type.ts';
import type { Context } from './context.ts';

/** Beyond this many waiting connections, a client tries again only after a second. */
const BACKLOG = 2_000;

/** @throws ConfigurationError if the host and port cannot be listened on. */
export async function listen(
  app: App,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const { level } = app.log;
  // Fastify's own announcement would only repeat ours.
  app.log.level = 'warn';
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${port} is taken by another program`,
      EACCES: `PORT ${port} needs permissions that this user does not have`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
      ENOTFOUND: `HOST ${host} cannot be found`,
    };
    const reason = reasons[code];
    throw reason ? new ConfigurationError([reason]) : error;
  } finally {
    app.log.level = level;
  }
}

export function urlOf(app: App, publicUrl: string | null): string {
  const { address: ipAddress, family, port } = app.server.address() as AddressInfo;
  return publicUrl ?? `http://${family === 'IPv6' ? `[${ipAddress}]` : ipAddress}:${port}`;
}

/** @throws ConfigurationError if the port cannot be used. */
export async function startMetrics(
  ctx: Context,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const [{ serveMetrics }, { pathKind, gaugesOf }] = await Promise.all([
    import('#platform/http/metrics.ts'),
    import('./admin/operations/gauges.ts'),
  ]);
  const onError = (err: unknown) => ctx.log.warn({ err }, 'a metric could not be read');
  try {
    return await serveMetrics({
      host: ctx.config.host,
      port,
      kindOf: pathKind,
      readings: gaugesOf(ctx),
      onError,
    });
  } catch (error) {
    throw new ConfigurationError([
      `METRICS_PORT ${port} cannot be used: ${error instanceof Error ? error.message : error}`,
    ]);
  }
}
