import { useQuery } from '@tanstack/react-query';
import { proxyQuery } from './proxy-queries.ts';

/** Shown on Manage while the shop does not trust the proxy that the admin came through. */
export function ProxyWarning() {
  const { data } = useQuery(proxyQuery);
  if (!data?.isUntrusted) return null;
  return (
    <p role="note" className="mt-8 callout">
      Your proxy isn’t trusted, so all visitors share one rate limit. Set <code>TRUST_PROXY</code>.
    </p>
  );
}
