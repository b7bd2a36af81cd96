import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { type Config, isLoopback } from '#core/server/config.ts';

/** `id`: the host that passkeys belong to. `origin`: the one page origin that may use them. */
export type RelyingParty = { id: string; origin: string };

/**
 * The host of PUBLIC_URL, else the loopback name in the request.
 * @returns a sentence for the admin where browsers allow no passkeys.
 */
export function relyingPartyOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  request: { headers: IncomingHttpHeaders },
): RelyingParty | string {
  const url = URL.parse(publicUrl ?? `http://${request.headers.host ?? ''}`);
  const host = url?.hostname ?? '';
  if (url && isLoopback(host) && isIP(bare(host)) === 0) return { id: host, origin: url.origin };
  if (url === null || (publicUrl === null && !isLoopback(host)))
    return 'Passkeys belong to a fixed host name. Set PUBLIC_URL to the one you open the shop with.';
  if (isIP(bare(host)) > 0)
    return isLoopback(host)
      ? `Passkeys belong to a host name, and ${host} is an IP address. Open the shop as ${url.protocol}//localhost${url.port && `:${url.port}`} instead.`
      : `Passkeys belong to a host name, and ${host} is an IP address. Give the shop a host name and https.`;
  if (url.protocol !== 'https:')
    return 'Browsers allow passkeys only over https. Serve the shop over https and set PUBLIC_URL to that address.';
  return { id: host, origin: url.origin };
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
