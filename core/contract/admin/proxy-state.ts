import { z } from 'zod';

export const proxyState = z.object({
  /** The admin's own request came through an untrusted proxy. */
  isUntrusted: z.boolean(),
});
