import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What a shop of the end-to-end tests keeps its data in: its folder, or a new database and a new folder of a bucket where servers are given. */
export async function newBacking({
  E2E_POSTGRES,
  MEDIA_URL,
}: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (!E2E_POSTGRES) return { DATABASE_URL: '', MEDIA_URL: '' };
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${E2E_POSTGRES}postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { DATABASE_URL: `${E2E_POSTGRES}${name}`, MEDIA_URL: `${MEDIA_URL}/${name}` };
}
