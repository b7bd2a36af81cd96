/** No fractions, which are written in more than one way. */
export type Canonical = string | number | null | Canonical[] | { [name: string]: Canonical };

/** RFC 8785: no white space, names in the order of their UTF-16 code units. */
export function canonicalJson(value: Canonical): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`).join(',')}}`;
}
