import fastify, { type FastifyHttpOptions, type RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from './app-type.ts';
import { serialise, validate } from './validation.ts';

const neverBuilt = (): never => {
  throw new Error('The compilers of schemas are our own');
};

export function createInstance(settings: FastifyHttpOptions<RawServerDefault>): App {
  // The framework would load those of another schema library, slowly, and never use them.
  const compilersFactory = { buildValidator: neverBuilt, buildSerializer: neverBuilt };
  const app: App = fastify({
    ...settings,
    schemaController: { compilersFactory },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validate);
  app.setSerializerCompiler(serialise);
  return app;
}
