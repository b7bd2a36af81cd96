import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

/** An answer's elements by name, all their values texts; empty where it is no XML. */
export function parseXml(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    return {};
  }
}

/** What is at this path of elements; undefined where there is nothing. */
export function elementAt(node: unknown, ...names: string[]): unknown {
  const step = (at: unknown, name: string) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined);
  return names.reduce<unknown>(step, node);
}

/** The text at this path of elements, '' where there is none. */
export function textAt(node: unknown, ...names: string[]): string {
  const found = elementAt(node, ...names);
  return typeof found === 'string' ? found : '';
}
