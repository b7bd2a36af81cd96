/** The commands as they are typed: a failure prints one sentence, exits with code 1 and leaves nothing behind. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Environment } from '#core/server/config.ts';
import { shopEnvironment } from '../scripts/shop-environment.ts';
import { makeSqlite, onDatabases } from './support/databases.ts';
import { newDataDir, runShop } from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

/** Runs a script; `left` are the temporary files that it leaves behind. */
async function run(environment: Record<string, string>, ...args: string[]) {
  const dataDir = environment.DATA_DIR ?? newDataDir();
  const { ended, printed } = runShop({ ...environment, DATA_DIR: dataDir }, args);
  const code = await ended;
  const work = path.join(dataDir, 'work');
  return { code, text: printed(), left: existsSync(work) ? readdirSync(work) : [] };
}

const prints = (text: unknown, code = 1) => ({ code, text, left: [] });

test('an export can be imported again, and never overwrites another one', async () => {
  const database = await makeSqlite();
  await database.close();
  const environment = database.environment ?? {};
  const folder = path.join(newDataDir(), 'new', 'export');
  const exported = await run(environment, 'scripts/export.ts', folder, '--no-pictures');
  expect(exported).toEqual(
    prints(`${folder}: specimens.csv, orders.csv and 0 photos and videos.\n`, 0),
  );
  expect(readdirSync(folder)).toEqual(['orders.csv', 'specimens.csv']);
  if (isThorough)
    expect(await run(environment, 'scripts/export.ts', folder)).toEqual(
      prints(`${folder} already exists.\n`),
    );
  const imported = await run(environment, 'scripts/import.ts', '--dry-run', folder);
  expect(imported).toEqual(
    prints(expect.stringMatching(/^Dry run, nothing saved\..* 0 refused\.\n$/), 0),
  );
});

test.runIf(isThorough)(
  'a backup and an export stay written though the event log cannot be',
  async () => {
    const database = await makeSqlite();
    await sql`create trigger no_events before insert on events begin select raise(abort, 'no events today'); end`.execute(
      database.db,
    );
    await database.close();
    const folder = newDataDir();
    const environment = database.environment ?? {};
    const backup = await run(environment, 'scripts/backup.ts', path.join(folder, 'shop.tar'));
    const exported = await run(environment, 'scripts/export.ts', path.join(folder, 'shop.zip'));
    for (const written of [backup, exported])
      expect(written).toEqual(prints(expect.stringContaining('no events today'), 0));
    expect(readdirSync(folder)).toEqual(['shop.tar', 'shop.zip']);
  },
);

test('a command without a word of where the data are takes the configuration of the systemd unit', () => {
  const file = path.join(newDataDir(), 'druse.env');
  const unit = { file, dataDir: '/var/lib/druse' };
  const said: string[] = [];
  const read = (given: Environment) =>
    shopEnvironment(given, unit, (message) => said.push(message));
  expect(read({ PORT: '1' })).toEqual({ PORT: '1' });
  writeFileSync(file, 'PUBLIC_URL=https://druse.example\nSMTP_URL="smtp://mail.example"\nPORT=2\n');
  expect(read({ PORT: '1' })).toEqual({
    DATA_DIR: '/var/lib/druse',
    PUBLIC_URL: 'https://druse.example',
    SMTP_URL: 'smtp://mail.example',
    PORT: '1',
  });
  for (const given of [{ DATA_DIR: '/elsewhere' }, { DATABASE_URL: 'postgres://here/shop' }])
    expect(read(given)).toEqual(given);
  writeFileSync(file, 'DATABASE_URL=postgres://secret@there/shop\n');
  expect(read({}).DATABASE_URL).toBe('postgres://secret@there/shop');
  expect(said).toEqual([
    `With the configuration of ${file}: DATA_DIR /var/lib/druse.`,
    `With the configuration of ${file}: DATABASE_URL as it says.`,
  ]);
  expect(() => shopEnvironment({}, { ...unit, file: path.dirname(file) })).toThrow(
    'cannot be read by this user: run the command as root',
  );
});

test.runIf(isThorough)(
  'a wrong argument or an impossible command is explained in one sentence, without a stack',
  async () => {
    const database = await makeSqlite();
    await database.close();
    const environment = database.environment ?? {};
    const file = path.join(inject('runFolder'), 'a-file');
    writeFileSync(file, '');
    const beneath = path.join(file, 'shop');
    const away = { DATABASE_URL: 'postgres://druse@127.0.0.1:1/shop' };
    // One after the other: each is asked what it has left beside the same data.
    const unknownSwitch = await run(environment, 'scripts/import.ts', '--dryrun', file);
    const backup = await run(environment, 'scripts/backup.ts', beneath);
    const sheets = await run(environment, 'scripts/export.ts', `${beneath}.zip`);
    const nowhere = await run(environment, 'scripts/import.ts', beneath);
    const [noDatabase, noShop, noCopied] = await Promise.all([
      run(away, 'scripts/export.ts', `${file}.zip`),
      run({ DATA_DIR: newDataDir() }, 'scripts/backup.ts', `${file}.tar`),
      run({ DATA_DIR: newDataDir() }, 'scripts/static.ts', `${file}.copy`),
    ]);
    expect(unknownSwitch).toEqual(prints(expect.stringMatching(/^npm run import -- FILE\.zip\n/)));
    expect(backup).toEqual(prints(`${beneath}.part: part of this path is a file.\n`));
    expect(sheets).toEqual(prints(`${beneath}.zip.part: part of this path is a file.\n`));
    expect(nowhere).toEqual(prints(`We can’t find ${beneath}.\n`));
    expect(noDatabase).toEqual(
      prints(expect.stringMatching(/^The database cannot be used: .*\n$/)),
    );
    const isNoShop = prints(
      expect.stringMatching(
        /^There is no shop in DATA_DIR .* Set DATA_DIR or DATABASE_URL as the running shop has them\.\n$/,
      ),
    );
    expect([noShop, noCopied]).toEqual([isNoShop, isNoShop]);
    expect([`${file}.tar`, `${file}.copy`].filter(existsSync)).toEqual([]);
  },
);

onDatabases(['postgres'], (makeDatabase) => {
  test.runIf(isThorough)(
    'where the database has no tables of a shop, a command says so and makes none',
    async () => {
      const database = await makeDatabase();
      await sql`drop schema public cascade`.execute(database.db);
      await sql`create schema public`.execute(database.db);
      const folder = path.join(newDataDir(), 'copy');
      expect(await run(database.environment ?? {}, 'scripts/static.ts', folder)).toEqual(
        prints(
          'There is no shop in DATABASE_URL. Set DATA_DIR or DATABASE_URL as the running shop has them.\n',
        ),
      );
      expect(existsSync(folder)).toBe(false);
      const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(
        database.db,
      );
      expect(rows).toEqual([]);
      await database.close();
    },
  );
});
