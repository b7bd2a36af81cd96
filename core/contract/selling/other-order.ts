import { z } from 'zod';
import { amount, id, instant } from '#core/contract/text.ts';
import { orderStatuses } from './order-statuses.ts';

export const otherOrder = z.object({
  id,
  status: z.enum(orderStatuses),
  createdAt: instant,
  totalAmount: amount,
});

export type OtherOrder = z.infer<typeof otherOrder>;
