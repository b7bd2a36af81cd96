import { z } from 'zod';
import { commandPrefixes } from './command-words.ts';

export const installation = z.object({
  /** As in package.json, such as 1.0.0. */
  version: z.string(),
  commands: z.enum(commandPrefixes),
  /** As far as Settings lets the shop ask. */
  newer: z.string().nullable(),
  /** `asked` null: never; `isAnswered`: it named a version. */
  asked: z.object({ at: z.string(), isAnswered: z.boolean() }).nullable(),
});

export type NewerVersion = Pick<z.infer<typeof installation>, 'newer' | 'asked'>;
