import { useQuery } from '@tanstack/react-query';
import { proxyQuery } from './proxy-queries.ts';

/** On Manage: a warning while the shop does not trust the proxy that the admin came through; otherwise nothing. */
export function ProxyWarning() {
  const { data } = useQuery(proxyQuery);
  if (!data?.isUntrusted) return null;
  return (
    <p role="note" className="mt-8 border-l-4 border-warn py-1 pl-4">
      A proxy stands in front of the shop, and the shop does not trust it: all visitors count as one, and share one limit for orders and
      logins. Set <code>TRUST_PROXY</code> where the shop is started.
    </p>
  );
}
