import { z } from 'zod';
import { MAX_FRAMES, MIN_FRAMES } from '#contract/media/turns.ts';

/** What is sent beside the picture of a turn. */
export const turnInput = z.strictObject({ frames: z.int().min(MIN_FRAMES).max(MAX_FRAMES) });

export type TurnInput = z.infer<typeof turnInput>;
