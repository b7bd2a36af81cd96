/** Upgrades the tables of the configured database as a start does, and kills itself at the statement of this number. */
import type { PluginTransformQueryArgs } from 'kysely';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { prepareDatabase } from '#server/prepare-database.ts';

const last = Number(process.argv[2]);
const { db, dialect, close } = await openDatabase(readConfig(process.env));
let statements = 0;
const counted = handleFor(db, 'migration').withPlugin({
  transformQuery({ node }: PluginTransformQueryArgs) {
    statements += 1;
    if (statements === last) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
await prepareDatabase({ db: counted, dialect });
await close();
console.log(statements);
