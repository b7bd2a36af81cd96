import { z } from 'zod';

/** What the admin's own request says of proxies in front of the shop. */
export const proxyState = z.object({
  /** It came through a proxy that is not trusted. */
  isUntrusted: z.boolean(),
});

export type ProxyState = z.infer<typeof proxyState>;
