import { z } from 'zod';
import { otherOrder } from '#core/contract/selling/other-order.ts';

export const together = z.array(otherOrder);
export const couldJoin = z.array(otherOrder);
