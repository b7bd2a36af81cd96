/** Upgrades the tables of the configured database as a start does, and kills itself at the statement of this number. */
import { readConfig } from '#core/server/config.ts';
import { openDatabase } from '#platform/db/open.ts';
import { upgradeCounted } from './upgrade-counted.ts';

const last = Number(process.argv[2]);
const database = await openDatabase(readConfig(process.env));
await upgradeCounted(
  database,
  (statements) => statements === last && process.kill(process.pid, 'SIGKILL'),
);
await database.close();
