/** The largest inputs that the schemas of `GET /api/openapi.json` allow. */

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  maxItems?: number;
  minItems?: number;
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  format?: string;
  pattern?: string;
  default?: unknown;
};

const WORDS = 'Azurite with malachite, Tsumeb; “quartz” 12 × 3 cm (ex coll. Müller)\n';

/** @param room characters that it may take at most, as JSON. */
export function largest(schema: Schema, room: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return choices
      .map((choice) => largest(choice, room))
      .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => largest(part, room)));
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'object' || schema.properties) return largestObject(schema, room);
  if (type === 'array') return largestArray(schema, room);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number')
    return Math.min(schema.maximum ?? 1_000, schema.minimum ?? 1_000, 1_000_000_000);
  return largestText(schema, room);
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

function largestText(
  { maxLength = Number.POSITIVE_INFINITY, format, pattern }: Schema,
  room: number,
) {
  if (format === 'date') return '2026-11-21';
  if (format === 'date-time') return '2026-11-21T09:00:00.000Z';
  if (format === 'email') return `${'a'.repeat(60)}@buyer.example`;
  const length = Math.max(0, Math.min(maxLength, Math.floor(room / 1.1)));
  const words = pattern === undefined ? WORDS : '1';
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}

function largestObject(
  { properties = {}, additionalProperties }: Schema,
  room: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  const names = Object.keys(properties);
  let left = room;
  // The small ones first: what they leave, the large ones take.
  const least = (name: string) => sizeOf(largest(properties[name] ?? {}, room));
  for (const [index, name] of names.toSorted((a, b) => least(a) - least(b)).entries()) {
    made[name] = largest(properties[name] ?? {}, left / (names.length - index));
    left -= sizeOf(made[name]) + name.length + 4;
  }
  if (typeof additionalProperties !== 'object') return made;
  for (let index = 0; left > 0 && index < 100_000; index += 1) {
    const value = largest(additionalProperties, Math.min(left, 200));
    made[`name ${index}`] = value;
    left -= sizeOf(value) + 12;
  }
  return made;
}

function largestArray({ items = {}, prefixItems, maxItems, minItems }: Schema, room: number) {
  if (prefixItems) return prefixItems.map((item) => largest(item, room / prefixItems.length));
  const count = Math.min(maxItems ?? 100_000, 100_000);
  const each = Math.max(40, room / count);
  const made: unknown[] = [];
  for (let left = room; made.length < count && (left > 0 || made.length < (minItems ?? 0)); ) {
    const item = largest(items, each);
    // An id more than once is refused before anything is looked up.
    made.push(typeof item === 'number' ? made.length + 1 : item);
    left -= sizeOf(item) + 1;
  }
  return made;
}
