import type { ServerFeature } from '#core/server/feature.ts';
import type {} from './tables.ts';

export const passkeys = {
  routes: async () => (await import('./passkeys.routes.ts')).passkeyRoutes,
  otherProofs: async () => (await import('./passkeys.service.ts')).passkeyProofs,
  userCommands: async () => (await import('./user-commands.service.ts')).passkeyCommands,
  tables: { notInBackups: ['passkey_challenges'] },
} satisfies ServerFeature;
