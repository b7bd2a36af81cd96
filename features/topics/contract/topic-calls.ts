import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { localityTopic, speciesTopic } from './topics.ts';

export const topicCalls = {
  'GET /api/species/:slug': {
    about: 'what the table says of a species or variety, its pieces, and where they come from',
    who: 'all',
    params: { slug: z.string().max(60) },
    response: speciesTopic,
  },
  'GET /api/localities/:id': {
    about: 'a place with the pieces found there or at places within it; 404 if visitors see none',
    who: 'all',
    response: localityTopic,
  },
} as const satisfies CallTable;

type TopicCalls = typeof topicCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends TopicCalls {}
}
