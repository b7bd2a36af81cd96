/**
 * Only the admin may make a call unless its table says otherwise. Why:
 * `docs/decisions/0076-table-of-calls.md`.
 */
import type { CallTable } from '#core/contract/calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { type Handlers, registerCalls } from '#platform/http/calls.ts';
import { requireAdmin } from './admin/auth/auth.service.ts';
import type { Context } from './context.ts';

export function addCalls<Table extends CallTable>(
  app: App,
  ctx: Context,
  table: Table,
  handlers: Handlers<Table>,
): void {
  const onlyAdmin = requireAdmin(ctx);
  registerCalls(app, table, handlers, ({ who }) => (who === undefined ? [onlyAdmin] : []));
}
