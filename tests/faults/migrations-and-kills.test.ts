/** The process is killed while it upgrades an older shop's tables: they are as they were or as they become, and the next start finishes. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { migrate, migrationNames } from '#platform/db/migrate.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { allRows } from '#tests/support/backups.ts';
import { onDatabases } from '#tests/support/databases.ts';
import {
  appliedMigrations,
  fillAsFirstRelease,
  LAST_OF_FIRST_RELEASE,
} from '#tests/support/older-database.ts';
import { newDataDir, runShop } from '#tests/support/shop-process.ts';
import { upgradeCounted } from '#tests/support/upgrade-counted.ts';

/** `KILLS=40` for a longer run. */
const KILLS = Number(process.env.KILLS ?? 20);

/** Shops run versions between releases too, whose tables end at any migration: one kill at each, ever later. */
const VERSIONS = migrationNames()
  .filter((name) => name >= LAST_OF_FIRST_RELEASE)
  .slice(0, -1)
  .map((last, index, all) => ({
    last,
    moments:
      last === LAST_OF_FIRST_RELEASE
        ? Array.from({ length: KILLS }, (_, n) => n / (KILLS - 1))
        : [index / all.length],
  }));

/** Makes the tables of an older version in an empty database, with the rows of a backup of 1.0.0. */
async function fillOlder(database: Database, last: string): Promise<void> {
  await fillAsFirstRelease(database);
  await migrate(database.db, database.dialect, last);
}

/** What the migrator notes of its runs, and what processes tell each other. */
const NOT_COMPARED = ['kysely_migration', 'kysely_migration_lock', 'public_changes', 'change_log'];

/** All rows, but for what differs with each upgrade: random names and the times of migrations. */
async function comparable({ db }: Pick<Database, 'db'>): Promise<Record<string, string[]>> {
  const tables = Object.entries(await allRows(db)).filter(([name]) => !NOT_COMPARED.includes(name));
  const plain = (row: unknown) =>
    JSON.stringify(row).replaceAll(/[0-9a-f]{32}|[\w-]{32,}|20\d\d-\d\d-\d\dT[\d:.]+Z/g, '…');
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.map(plain).sort()]));
}

onDatabases(['sqlite', 'postgres'], (makeDatabase, engine) => {
  for (const { last, moments: parts } of VERSIONS)
    test(`killed ${parts.length === 1 ? 'once' : `${parts.length} times`} on the way from ${last}, a shop has its old tables or its new ones`, async () => {
      const made = await makeDatabase();
      const base = made.environment ?? {};
      const template = path.join(mkdtempSync(path.join(inject('runFolder'), 'older-')), 'shop.db');
      const open = (environment: Record<string, string>) =>
        openDatabase(readConfig(environment), () => {});

      /** A fresh older shop for each kill. */
      async function older(): Promise<Record<string, string>> {
        const environment = engine === 'sqlite' ? { DATA_DIR: newDataDir() } : base;
        if (engine === 'sqlite')
          copyFileSync(template, path.join(environment.DATA_DIR ?? '', 'shop.db'));
        else {
          await sql`drop schema public cascade`.execute(made.db);
          await sql`create schema public`.execute(made.db);
          await fillOlder(made, last);
        }
        return environment;
      }
      const killed = (environment: Record<string, string>, statement: number) =>
        runShop(environment, ['tests/support/upgrade-child.ts', String(statement)]).ended;
      async function look<T>(
        environment: Record<string, string>,
        work: (database: Database) => Promise<T>,
      ): Promise<T> {
        const database = await open(environment);
        try {
          return await work(database);
        } finally {
          await database.close();
        }
      }

      if (engine === 'sqlite') {
        const database = await open({ DATA_DIR: path.dirname(template) });
        await fillOlder(database, last);
        await database.close();
      }
      const undisturbed = await older();
      const before = await look(undisturbed, async (database) => ({
        names: await appliedMigrations(database),
        rows: await comparable(database),
      }));
      const whole = await look(undisturbed, upgradeCounted);
      const after = await look(undisturbed, comparable);

      for (const moment of parts.map((part) => 1 + Math.floor(part * (whole - 1)))) {
        const environment = await older();
        expect(await killed(environment, moment), `statement ${moment}`).toBe('SIGKILL');
        await look(environment, async (database) => {
          const names = await appliedMigrations(database);
          expect([before.names, migrationNames()], `statement ${moment}`).toContainEqual(names);
          if (names.length === before.names.length)
            expect(await comparable(database)).toEqual(before.rows);
        });
        await look(environment, prepareDatabase);
        expect(await look(environment, comparable), `statement ${moment}`).toEqual(after);
      }
      await made.close();
    });
});
