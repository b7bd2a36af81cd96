/**
 * Writes the server's data small into a page: of a list of objects each field's name once, and a
 * value that all share once, too.
 */

type Fields = Record<string, unknown>;

const SHARED = '_';
const BETWEEN = '|';

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Plain data, in which no object has a field `$` or `_`. */
export function pack(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 1 && value.every(isObject) ? table(value) : value.map(pack);
  return isObject(value) ? mapped(value, pack) : value;
}

/** A field without a value in a list is absent. */
export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (!isObject(value)) return value;
  const { $: count, [SHARED]: shared, ...fields } = mapped(value, unpack);
  if (count === undefined) return fields;
  const columns = Object.entries(fields as Record<string, string | unknown[]>);
  return Array.from({ length: count as number }, (_, index) => {
    const row = columns.map(
      ([name, values]) => [name, (isText(values) ? values.split(BETWEEN) : values)[index]] as const,
    );
    return {
      ...(shared as Fields),
      ...Object.fromEntries(row.filter(([, one]) => one !== undefined)),
    };
  });
}

const mapped = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/**
 * Has the count of rows, the shared values, and of each other field a text of texts, a list, or a
 * table.
 */
function table(rows: Fields[]): Fields {
  const shared: Fields = {};
  const columns: Fields = {};
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const values = rows.map((row) => row[name]);
    const [first, ...others] = values.map((value) => JSON.stringify(value));
    if (others.every((other) => other === first)) shared[name] = pack(values[0]);
    else if (values.every((value) => isText(value) && !value.includes(BETWEEN)))
      columns[name] = values.join(BETWEEN);
    else columns[name] = values.every(isObject) ? table(values) : packedOnce(values);
  }
  return {
    $: rows.length,
    ...(Object.keys(shared).length > 0 && { [SHARED]: shared }),
    ...columns,
  };
}

/** What equals an earlier value is that one, which the router then only names. */
function packedOnce(values: unknown[]): unknown[] {
  const known = new Map<string, unknown>();
  return values.map((value) => {
    const text = JSON.stringify(value);
    if (!known.has(text)) known.set(text, pack(value));
    return known.get(text);
  });
}
