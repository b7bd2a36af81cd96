/**
 * Public pages are made from these rows. `row-changes.ts` has SQLite note them; PostgreSQL's
 * triggers are in the migrations (0011 to 0074). Why:
 * `docs/decisions/0021-change-log-by-triggers.md`.
 */
type Statement = 'insert' | 'update' | 'delete';

const all = ['insert', 'update', 'delete'] as const;

export const watchedTables: readonly {
  table: string;
  key: string;
  statements: readonly Statement[];
}[] = [
  { table: 'media', key: 'id', statements: ['update'] },
  { table: 'site_settings', key: 'key', statements: all },
  { table: 'collections', key: 'id', statements: all },
  { table: 'collection_specimens', key: 'collection_id', statements: all },
  { table: 'alignments', key: 'picture_id', statements: ['insert', 'update'] },
  { table: 'sealed_secrets', key: 'name', statements: all },
  { table: 'own_species', key: 'name', statements: all },
];

/**
 * Orders and waiting lists change these, which move specimens only in and out of lists by status.
 */
export const stockColumns = [
  'quantity',
  'held',
  'waiting',
  'status',
  'status_by_hand',
  'version',
  'updated_at',
];

export const holdColumns = [
  'hold_ends_at',
  'hold_asked_at',
  'payment_reported_at',
  'email_proved_at',
];

export const PIECES = 'specimens';

/** The status changed, only the number of pieces, only the hold; or the specimen is on no page. */
export const STOCK_ROWS = 'stock';
export const PIECES_ROWS = 'pieces';
export const HOLD_ROWS = 'hold';
export const HIDDEN_ROWS = 'hidden_specimens';

/** The key of these rows is a specimen's id. */
export const SPECIMEN_ROWS: readonly string[] = [
  'specimens',
  HIDDEN_ROWS,
  STOCK_ROWS,
  PIECES_ROWS,
  HOLD_ROWS,
];

const differ = (columns: readonly string[]) =>
  columns.map((column) => `new."${column}" is not old."${column}"`).join(' or ');
const shown = (row: string) => `iif(${row}.visible, 'specimens', '${HIDDEN_ROWS}')`;

/**
 * `values`: a row of `row_changes`, or a select of several.
 * @param columns all columns of a specimen.
 */
export const sqliteTriggers = (
  columns: readonly string[],
): { table: string; statement: Statement; when?: string; values: string }[] => [
  ...watchedTables.flatMap(({ table, key, statements }) =>
    statements.map((statement) => ({
      table,
      statement,
      values: `values ('${table}', ${statement === 'delete' ? 'old' : 'new'}."${key}")`,
    })),
  ),
  ...all.map((statement) => ({
    table: 'specimen_media',
    statement,
    values: `select iif(visible, 'specimen_media', '${HIDDEN_ROWS}'), id from specimens
      where id = ${statement === 'delete' ? 'old' : 'new'}.specimen_id`,
  })),
  { table: 'specimens', statement: 'insert', values: `values (${shown('new')}, new.id)` },
  { table: 'specimens', statement: 'delete', values: `values (${shown('old')}, old.id)` },
  {
    table: 'specimens',
    statement: 'update',
    when: differ(columns),
    values: `values (case
      when not old.visible and not new.visible then '${HIDDEN_ROWS}'
      when ${differ(columns.filter((column) => !stockColumns.includes(column)))} then 'specimens'
      when new.status <> old.status then '${STOCK_ROWS}' else '${PIECES_ROWS}' end, new.id)`,
  },
  {
    table: 'orders',
    statement: 'update',
    when: `new.status = 'pending' and (${differ(holdColumns)})`,
    values: `select '${HOLD_ROWS}', specimen_id from order_lines
      where order_id = new.id and specimen_id is not null`,
  },
];
