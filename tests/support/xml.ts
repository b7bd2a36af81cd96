/** Judges of XML that are not ours: libxml2 with the schemas in `schemas/`, and fast-xml-parser for what a text means. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';

const schemas = {
  sitemap: ['sitemap.xsd', 'sitemap-image.xsd'],
  atom: ['atom.xsd', 'xml.xsd'],
  rss: ['rss.xsd', 'merchant.xsd'],
} as const;

const file = (name: string) => ({
  fileName: name,
  contents: readFileSync(path.join(import.meta.dirname, 'schemas', name), 'utf8'),
});

/** What is wrong with a text; nothing where it is well-formed and of the schema. */
export async function faultsOf(text: string, schema: keyof typeof schemas): Promise<string[]> {
  const wellFormed = XMLValidator.validate(text);
  if (wellFormed !== true) return [wellFormed.err.msg];
  const [main, imported] = schemas[schema];
  const pages = { initialMemoryPages: 1_024, maxMemoryPages: 8_192 };
  const result = await validateXML({
    xml: { fileName: 'it.xml', contents: text },
    schema: file(main),
    preload: [file(imported)],
    ...pages,
  });
  return result.errors.map(({ message }) => message);
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  trimValues: false,
  parseTagValue: false,
});

/** The text as a tree; an element that may come often is always a list. */
export const treeOf = (text: string) => parser.parse(text);
