/**
 * The server's data in a page, written small for the browser: of a list of objects each field's name once, and where all have the same value that once, too.
 */

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Plain data, in which no object has a field `$`. */
export function pack(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 1 && value.every(isObject) ? table(value) : value.map(pack);
  return isObject(value) ? mapped(value, pack) : value;
}

/** What was packed; a field without a value in a list is absent. */
export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (!isObject(value)) return value;
  const { $: count, ...fields } = mapped(value, unpack);
  if (count === undefined) return fields;
  const columns = Object.entries(fields) as [string, unknown[]][];
  return Array.from({ length: count as number }, (_, index) => {
    const row = columns.map(([name, values]) => [name, values.length > 1 ? values[index] : values[0]] as const);
    return Object.fromEntries(row.filter(([, one]) => one !== undefined));
  });
}

const mapped = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/** The count of rows, and of each field all values: a list, one for all, or a table of their own fields. */
function table(rows: Fields[]): Fields {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...names].map((name): [string, unknown] => {
    const values = rows.map((row) => row[name]);
    const [first, ...others] = values.map((value) => JSON.stringify(value));
    if (others.every((other) => other === first)) return [name, [pack(values[0])]];
    return [name, values.every(isObject) ? table(values) : values.map(pack)];
  });
  return { $: rows.length, ...Object.fromEntries(columns) };
}
