import { z } from 'zod';
import { MAX_FRAMES, MIN_FRAMES } from '#core/contract/media/turns.ts';

export const turnInput = z.strictObject({ frames: z.int().min(MIN_FRAMES).max(MAX_FRAMES) });

export type TurnInput = z.infer<typeof turnInput>;
