import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

/** A response's elements by name, all values as text; empty if it is not XML. */
export function parseXml(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    return {};
  }
}

/** The value at this path of elements; undefined if there is none. */
export function elementAt(node: unknown, ...names: string[]): unknown {
  const step = (at: unknown, name: string) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined);
  return names.reduce<unknown>(step, node);
}

/** The text at this path of elements; '' if there is none. */
export function textAt(node: unknown, ...names: string[]): string {
  const found = elementAt(node, ...names);
  return typeof found === 'string' ? found : '';
}
