/**
 * Empty shops on the run's PostgreSQL server. One that a test has closed is emptied for the next test of this worker: making one writes 570 files,
 * which takes a third of a second of processor time.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What an empty shop looks like, and the statements that make another shop of the same shape look so. */
type Emptiness = { shape: string; statements: string };

const closed: string[] = [];
const known = new Map<string, Promise<Emptiness>>();

/** Columns, defaults, indexes, constraints, triggers, functions and schemas: a test may have changed them. */
const SHAPE = `
  select md5(string_agg(line, ';' order by line)) as shape from (
    select concat(attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all select concat(adrelid::regclass, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname !~ '^pg_'
  ) shapes(line)`;

/** @returns the name of a database like the template, for this test alone. Give it back with `giveBack`. */
export async function takeDatabase(server: string, template: string): Promise<string> {
  const used = closed.pop();
  if (used !== undefined && (await empty(server, used, template))) return used;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, name, template);
  return name;
}

/** Once nothing of the test uses it. */
export function giveBack(name: string): void {
  closed.push(name);
}

export async function createDatabase(
  server: string,
  name: string,
  template = 'template1',
): Promise<void> {
  await connected(`${server}postgres`, (client) =>
    client.query(`create database ${name} template ${template}`),
  );
}

/** @returns false where it has another shape than the template, or a process still uses it: then nobody gets it any more. */
async function empty(server: string, name: string, template: string): Promise<boolean> {
  if (!known.has(template)) known.set(template, connected(`${server}${template}`, readEmptiness));
  const emptiness = await known.get(template);
  return connected(`${server}${name}`, async (client) => {
    const others =
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    if ((await client.query(others)).rowCount !== 0 || (await shapeOf(client)) !== emptiness?.shape)
      return false;
    await client.query(emptiness.statements);
    return true;
  });
}

async function readEmptiness(client: pg.Client): Promise<Emptiness> {
  const tables = await read<{ name: string }>(
    client,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  // Without triggers, those of foreign keys too.
  const statements = [
    'begin',
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
  ];
  for (const { name } of tables) {
    const [rows] = await read<{ json: string | null }>(
      client,
      `select quote_literal(json_agg(t)) as json from ${name} t`,
    );
    if (rows?.json)
      statements.push(
        `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${rows.json})`,
      );
  }
  const sequences = await read<{ set: string }>(
    client,
    `select format('select setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value), last_value is not null) as set
      from pg_sequences where schemaname = 'public'`,
  );
  statements.push(...sequences.map(({ set }) => set), 'commit');
  return { shape: await shapeOf(client), statements: statements.join(';\n') };
}

async function shapeOf(client: pg.Client): Promise<string> {
  const [row] = await read<{ shape: string }>(client, SHAPE);
  return row?.shape ?? '';
}

async function read<Row>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query(text)).rows;
}

async function connected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
