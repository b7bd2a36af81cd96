import { z } from 'zod';
import { commandPrefixes } from './command-words.ts';

/** What runs here. */
export const installation = z.object({
  /** As in package.json, such as 1.0.0. */
  version: z.string(),
  commands: z.enum(commandPrefixes),
  /** A newer one, as far as Settings lets the shop ask. */
  newer: z.string().nullable(),
  /** When the address in Settings was last asked, and whether it named a version; null: never. */
  asked: z.object({ at: z.string(), isAnswered: z.boolean() }).nullable(),
});

export type Installation = z.infer<typeof installation>;
