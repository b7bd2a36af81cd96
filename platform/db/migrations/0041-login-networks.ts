import type { Kysely } from 'kysely';

type Login = { data: unknown; created_at: string };
type Tables = {
  events: Login & { id: number; kind: string };
  login_networks: { network: string; last_login_at: string };
};

/** As many logins as decided until now which networks are known. */
const COMPARED = 500;

/** Notes the admin's networks: each login looks there, and the log of events is long. */
export function migration() {
  return {
    async up(db: Kysely<Tables>) {
      await db.schema
        .createTable('login_networks')
        .addColumn('network', 'text', (c) => c.primaryKey().notNull())
        .addColumn('last_login_at', 'timestamptz', (c) => c.notNull())
        .execute();
      const latest = db
        .selectFrom('events')
        .select(['data', 'created_at'])
        .where('kind', '=', 'login')
        .orderBy('id', 'desc')
        .limit(COMPARED);
      const networks = new Map<string, string>();
      for (const { data, created_at } of (await latest.execute()).reverse()) {
        const { network } = (typeof data === 'string' ? JSON.parse(data) : data) as {
          network?: unknown;
        };
        if (typeof network === 'string' && network !== '') networks.set(network, created_at);
      }
      for (const [network, last_login_at] of networks)
        await db.insertInto('login_networks').values({ network, last_login_at }).execute();
    },
  };
}
