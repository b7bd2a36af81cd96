import { z } from 'zod';
import { commandPrefixes } from './command-words.ts';

/** What runs here. */
export const installation = z.object({
  /** As in package.json, such as 1.0.0. */
  version: z.string(),
  commands: z.enum(commandPrefixes),
});

export type Installation = z.infer<typeof installation>;
