import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { sayInOurWords, sentenceOf } from './validation-words.ts';

type Issue = { path: PropertyKey[]; message: string };

sayInOurWords();

/** The message is that of the first issue. */
export function invalidInput(issues: readonly Issue[]): Problem {
  const found = issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  return new Problem('invalid_input', issues.map(sentenceOf)[0] ?? 'The input is not valid.', {
    issues: found,
  });
}

export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const { success, data: value, error } = schema.safeParse(data);
    return success ? { value } : { error: invalidInput(error.issues) };
  };

/** Writes only what a route's response schema names, so no other column leaves the server. */
export const serialise: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(schema.parse(data));
};
