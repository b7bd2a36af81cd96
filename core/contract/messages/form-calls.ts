import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';

/** Proves when the shop handed out the form. */
export const formProof = z.object({ token: z.string() });

export const formCalls = {
  'GET /api/inquiries/form': {
    about: 'a token that says since when a question form has been open',
    who: 'all',
    limit: 30,
    response: formProof,
  },
} as const satisfies CallTable;

export type FormProof = z.infer<typeof formProof>;

type FormCalls = typeof formCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends FormCalls {}
}
