/** The ports of the shop: where requests arrive, and where metrics are read. */
import type { AddressInfo } from 'node:net';
import type { Context } from './context.ts';
import { ConfigurationError } from './platform/configuration-error.ts';
import type { App } from './platform/http/app-type.ts';

/** @throws ConfigurationError if nothing can listen at this host and port. */
export async function listen(app: App, { host, port }: { host: string; port: number }): Promise<void> {
  const { level } = app.log;
  // The framework's own announcement would only repeat ours.
  app.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${port} is taken by another program`,
      EACCES: `PORT ${port} is not allowed for this user`,
      EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
      ENOTFOUND: `HOST ${host} is not known`,
    };
    const reason = reasons[code];
    throw reason ? new ConfigurationError([reason]) : error;
  } finally {
    app.log.level = level;
  }
}

/** Where visitors find the listening shop: its public URL, else host and port. */
export function urlOf(app: App, publicUrl: string | null): string {
  const { address: ipAddress, family, port } = app.server.address() as AddressInfo;
  return publicUrl ?? `http://${family === 'IPv6' ? `[${ipAddress}]` : ipAddress}:${port}`;
}

/** Serves GET /metrics on a port of its own. @throws ConfigurationError if the port cannot be used. */
export async function startMetrics(ctx: Context, port: number): Promise<{ close(): Promise<void> }> {
  const [{ serveMetrics }, { pathKind, gaugesOf }] = await Promise.all([
    import('./platform/http/metrics.ts'),
    import('./features/operations/gauges.ts'),
  ]);
  const onError = (err: unknown) => ctx.log.warn({ err }, 'a metric could not be read');
  try {
    return await serveMetrics({ host: ctx.config.host, port, kindOf: pathKind, readings: gaugesOf(ctx), onError });
  } catch (error) {
    throw new ConfigurationError([`METRICS_PORT ${port} cannot be used: ${error instanceof Error ? error.message : error}`]);
  }
}
