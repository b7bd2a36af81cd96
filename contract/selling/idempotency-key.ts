import { z } from 'zod';

/** The headers of a call that makes an order: sent again under the same key it is the same order. */
export const keyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'An Idempotency-Key is 1 to 200 visible ASCII characters')
    .optional(),
});
