/** `npm run doctor`: looks at everything that the shop needs, and says what to do. */

import type { Config } from '#core/server/config.ts';
import type { Finding } from '#features/health/contract/doctor.ts';
import { findingStateTable, worstOf } from '#features/health/contract/doctor-rules.ts';
import { examine } from '#features/health/server/doctor.service.ts';
import { systemClock } from '#platform/clock.ts';
import { lostDatabase } from '#platform/db/lost-database.ts';
import type { Database } from '#platform/db/open.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { explain, withReadableErrors } from './command.ts';
import { withDatabase } from './shop.ts';

const USAGE = `npm run doctor [-- --json]

Looks at the configuration, the files, the disk, the clock, the database, photos and videos, email and the shop's own address, and says of
each how it is and what to do. The shop can keep running. Nothing in the report is secret, so you can send it to somebody who helps.

--json  prints the report as JSON

The exit code is 0 if nothing needs fixing, and 1 otherwise.`;

const marks: Record<Finding['state'], string> = { good: '✓', warning: '!', bad: '✗', unknown: '?' };
const colours: Record<Finding['state'], number> = { good: 32, warning: 33, bad: 31, unknown: 90 };

const [option, ...more] = process.argv.slice(2);
if ((option === undefined || option === '--json') && more.length === 0)
  await withReadableErrors(() => report(option === '--json'));
else explain(USAGE, option);

async function report(isJson: boolean): Promise<void> {
  const look = async ({ db, dialect }: Pick<Database, 'db' | 'dialect'>, config: Config) => {
    const mediaStore = await openMediaStore(config, () => {}).catch((error: unknown) => ({
      tryWriting: () => Promise.reject(error),
    }));
    const found = await examine({
      config,
      db,
      dialect,
      mediaStore,
      clock: systemClock,
      lastErrors: null,
    });
    if (isJson) console.log(JSON.stringify(found, null, 2));
    else for (const finding of found.findings) console.log(linesOf(finding));
    process.exitCode = worstOf(found.findings.map(({ state }) => state)) === 'bad' ? 1 : 0;
  };
  await withDatabase(look, ({ databaseUrl }, error) =>
    lostDatabase(databaseUrl === null ? 'sqlite' : 'postgres', error),
  );
}

function linesOf({ name, state, text, wayOut }: Finding): string {
  const mark = process.stdout.isTTY
    ? `\u001b[${colours[state]}m${marks[state]}\u001b[0m`
    : marks[state];
  const told = state === 'good' ? '' : ` (${findingStateTable[state].label.toLowerCase()})`;
  return `${mark} ${name}${told}\n    ${text}${wayOut === null ? '' : `\n    → ${wayOut}`}`;
}
