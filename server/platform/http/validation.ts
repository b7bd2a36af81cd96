import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';
import { Problem } from '#contract/problems.ts';

type Issue = { path: PropertyKey[]; message: string };

/** The problem for input that does not fit its schema; its message is the first complaint, with the field where it would not be clear. */
export function invalidInput(issues: readonly Issue[]): Problem {
  const found = issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = found;
  const isOurs = first && !/^(Invalid|Too|Unrecognized|Expected)\b/.test(first.message);
  const message = isOurs || !first?.path ? (first?.message ?? 'Invalid input') : `${first.path}: ${first.message}`;
  return new Problem('invalid_input', message, { issues: found });
}

/** Checks every input of a route against its schema. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const { success, data: value, error } = schema.safeParse(data);
    return success ? { value } : { error: invalidInput(error.issues) };
  };

/** Writes only what a route's answer schema names, so that no other column leaves the server. */
export const serialise: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(schema.parse(data));
};
