import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

/** Elements by name, all values as text; empty if it is not XML. */
export function parseXml(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    return {};
  }
}

/** Undefined if there is no such element. */
export function elementAt(node: unknown, ...names: string[]): unknown {
  const step = (at: unknown, name: string) =>
    typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return names.reduce<unknown>(step, node);
}

/** '' if there is no such element. */
export function textAt(node: unknown, ...names: string[]): string {
  const found = elementAt(node, ...names);
  return typeof found === 'string' ? found : '';
}
