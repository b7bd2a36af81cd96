import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';
import { Problem } from '#contract/problems.ts';

type Issue = { path: PropertyKey[]; message: string };

/** The problem for input that does not fit its schema; its message is that of the first issue. */
export function invalidInput(issues: readonly Issue[]): Problem {
  const found = issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  return new Problem('invalid_input', found.map(sentence)[0] ?? 'The input is not valid.', { issues: found });
}

/** Our own messages are complete; those of the schema library need the field's name. */
function sentence({ path, message }: { path: string; message: string }): string {
  const isFromLibrary = /^(Invalid|Too|Unrecognized)\b/.test(message);
  if (path === '' || !isFromLibrary) return message;
  return message.endsWith('received undefined') ? `${path} is missing` : `${path}: ${message}`;
}

/** Checks every input of a route against its schema. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const { success, data: value, error } = schema.safeParse(data);
    return success ? { value } : { error: invalidInput(error.issues) };
  };

/** Writes only what a route's response schema names, so that no other column leaves the server. */
export const serialise: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(schema.parse(data));
};
