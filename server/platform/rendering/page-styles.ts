/**
 * What a page needs of the stylesheet, to be inlined: the rules for the elements, classes and attributes that its HTML has. The page is
 * drawn with them and needs no other file for it; the whole stylesheet follows, for what its scripts add, for what is pointed at, has the focus or is marked, and
 * for paper.
 */

/** The stylesheet as the build has cut it (`scripts/cut-styles.ts`). `named` are `@keyframes` and `@property`. */
export type PageStyles = { rules: StyleRule[]; named: Declaration[] };

export type StyleRule =
  /** Without a block, such as the order of the layers. */
  | { statement: string }
  /** A group of rules, such as `@media`. Layers rank by who is named first. */
  | { prelude: string; isLayer: boolean; rules: StyleRule[] }
  /** `needs` is what a page must have, or the selector selects nothing: `.class`, `element`, `[attribute`. */
  | { selectors: { text: string; needs: string[] }[]; declarations: Declaration[] };

/** A declaration, or a nested rule. `defines` is a custom property or keyframes; `reads` is what it needs of those. */
export type Declaration = { text: string; defines: string | null; reads: string[] };

/** The file in the folder of the build. */
export const PAGE_STYLES = 'page-styles.json';

/** Pages of the same kind mostly have the same classes. */
const MAX_MADE = 50;
const READ = /var\((--[\w-]+)/g;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** @returns a function that chooses styles for the HTML of a page. */
export function createPageStyles({ rules, named }: PageStyles): (html: string) => string {
  const made = new Map<string, string>();
  return (html) => {
    const present = presentIn(html);
    const key = [...present].sort().join(' ');
    const text = made.get(key) ?? chosenFor(present);
    if (made.size >= MAX_MADE) made.clear();
    made.set(key, text);
    return text;
  };

  function chosenFor(present: Set<string>): string {
    const chosen = rules.flatMap((rule) => chosenOf(rule, present));
    const read = readBy(chosen, named, present);
    return written(chosen, read) + wanted(named, read).join('');
  }
}

/** The elements of a page, their classes and attributes, and the custom properties that these read. */
function presentIn(html: string): Set<string> {
  const present = new Set<string>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z\d]*)/g)) present.add(name);
  for (const [, name = ''] of html.matchAll(/ ([a-z][a-z-]*)="/g)) present.add(`[${name}`);
  // Cards repeat theirs.
  for (const value of new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, value = '']) => value))) {
    for (const one of value.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).split(/\s+/))
      present.add(`.${one}`);
  }
  for (const [, value = ''] of html.matchAll(/ style="([^"]*)"/g)) for (const [, name = ''] of value.matchAll(READ)) present.add(name);
  return present;
}

function chosenOf(rule: StyleRule, present: Set<string>): StyleRule[] {
  if ('statement' in rule) return [rule];
  if ('rules' in rule) return [{ ...rule, rules: rule.rules.flatMap((one) => chosenOf(one, present)) }];
  const selectors = rule.selectors.filter(({ needs }) => needs.every((one) => present.has(one)));
  return selectors.length === 0 ? [] : [{ ...rule, selectors }];
}

/** The custom properties and keyframes that the page and all keyframes read, those that they are made of, and so on. */
function readBy(rules: StyleRule[], named: Declaration[], present: Set<string>): Set<string> {
  const definitions = Map.groupBy(declarationsOf(rules), ({ defines }) => defines);
  const readIn = (name: string | null) => (definitions.get(name) ?? []).flatMap(({ reads }) => reads);
  const read = new Set([...present, ...named.flatMap(({ reads }) => reads), ...readIn(null)]);
  // A set goes through what is added meanwhile, too.
  for (const name of read) for (const next of readIn(name)) read.add(next);
  return read;
}

const declarationsOf = (rules: StyleRule[]): Declaration[] =>
  rules.flatMap((rule) => ('declarations' in rule ? rule.declarations : 'rules' in rule ? declarationsOf(rule.rules) : []));

const wanted = (declarations: Declaration[], read: Set<string>): string[] =>
  declarations.filter(({ defines }) => defines === null || read.has(defines)).map(({ text }) => text);

/** Without the custom properties that nothing reads, and what is empty then; a layer is named still. */
const written = (rules: StyleRule[], read: Set<string>): string =>
  rules
    .map((rule) => {
      if ('statement' in rule) return `${rule.statement};`;
      if ('rules' in rule) {
        const inner = written(rule.rules, read);
        return inner !== '' ? `${rule.prelude}{${inner}}` : rule.isLayer ? `${rule.prelude};` : '';
      }
      const body = wanted(rule.declarations, read);
      return body.length === 0 ? '' : `${rule.selectors.map(({ text }) => text).join(',')}{${body.join(';')}}`;
    })
    .join('');
