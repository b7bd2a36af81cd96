/**
 * Reads the renderer's HTML tag by tag: every value in double quotes, every element closed unless
 * it is void.
 */

export type Tag = {
  name: string /** By their names in lower case, with values as they are written. */;
  attributes: Map<string, string>;
};

/** The element stays as in `tag`, is dropped with its contents, or loses its tags alone. */
export type Change = 'stay' | 'drop' | 'unwrap' | { inPlace: string };

const PIECES =
  /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<(\/?)([a-zA-Z][\w:-]*)(?![\w:-])((?:"[^"]*"|[^">])*)>/g;
const ATTRIBUTE = /([^\s=/"]+)(?:="([^"]*)")?/g;
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/**
 * Drops scripts, styles and comments. `change` is asked about every copied element in order, and
 * may write to its tag.
 */
export function rewriteMarkup(html: string, change: (tag: Tag) => Change): string {
  const parts: string[] = [];
  /** The ends of the open elements; empty where their tags are left out. */
  const open: string[] = [];
  let dropped = 0;
  let from = 0;
  const copy = (text: string) => {
    if (dropped === 0) parts.push(text);
  };
  for (const found of html.matchAll(PIECES)) {
    copy(html.slice(from, found.index));
    from = found.index + found[0].length;
    const [, , slash, name, rest = ''] = found;
    if (name === undefined) continue;
    if (slash === '/') {
      if (dropped > 0) dropped -= 1;
      else parts.push(open.pop() ?? '');
      continue;
    }
    const hasContent = !VOID.has(name.toLowerCase()) && !rest.endsWith('/');
    if (dropped > 0) {
      if (hasContent) dropped += 1;
      continue;
    }
    const before = name.toLowerCase();
    const tag: Tag = { name: before, attributes: attributesOf(rest) };
    const what = change(tag);
    // Names within a drawing are told apart by their case.
    const after = tag.name === before ? name : tag.name;
    if (what === 'stay') parts.push(writtenTag(after, tag.attributes, rest.endsWith('/')));
    else if (typeof what === 'object') parts.push(what.inPlace);
    if (!hasContent) continue;
    if (what === 'stay' || what === 'unwrap') open.push(what === 'stay' ? `</${after}>` : '');
    else dropped = 1;
  }
  copy(html.slice(from));
  return parts.join('');
}

const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );

const writtenTag = (name: string, attributes: Map<string, string>, isClosed: boolean): string =>
  `<${name}${[...attributes].map(([key, value]) => ` ${key}="${value}"`).join('')}${isClosed ? '/' : ''}>`;

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

export const unescaped = (written: string): string =>
  written.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity);
