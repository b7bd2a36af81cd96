/**
 * Inlines the rules that a page's HTML needs, so it is drawn without another file; the whole
 * stylesheet follows for the rest: scripts, pointer, focus, marks and paper.
 */

/**
 * The build cuts the stylesheet so (`scripts/cut-styles.ts`). `named` are `@keyframes` and
 * `@property`.
 */
export type PageStyles = { rules: StyleRule[]; named: Declaration[] };

export type StyleRule =
  | { statement: string }
  /** Layers rank by who is named first. */
  | { prelude: string; isLayer: boolean; rules: StyleRule[] }
  /**
   * Without `needs` on the page, the selector selects nothing: `.class`, `element`, `[attribute`.
   */
  | { selectors: { text: string; needs: string[] }[]; declarations: Declaration[] };

export type Declaration = { text: string; defines: string | null; reads: string[] };

export const PAGE_STYLES = 'page-styles.json';

const MAX_MADE = 50;
const READ = /var\((--[\w-]+)/g;
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

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

function presentIn(html: string): Set<string> {
  const present = new Set<string>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z\d]*)/g)) present.add(name);
  for (const [, name = ''] of html.matchAll(/ ([a-z][a-z-]*)="/g)) present.add(`[${name}`);
  // Cards repeat theirs.
  for (const value of new Set(
    Array.from(html.matchAll(/ class="([^"]*)"/g), ([, value = '']) => value),
  )) {
    for (const one of value
      .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
      .split(/\s+/))
      present.add(`.${one}`);
  }
  for (const [, value = ''] of html.matchAll(/ style="([^"]*)"/g))
    for (const [, name = ''] of value.matchAll(READ)) present.add(name);
  return present;
}

function chosenOf(rule: StyleRule, present: Set<string>): StyleRule[] {
  if ('statement' in rule) return [rule];
  if ('rules' in rule)
    return [{ ...rule, rules: rule.rules.flatMap((one) => chosenOf(one, present)) }];
  const selectors = rule.selectors.filter(({ needs }) => needs.every((one) => present.has(one)));
  return selectors.length === 0 ? [] : [{ ...rule, selectors }];
}

function readBy(rules: StyleRule[], named: Declaration[], present: Set<string>): Set<string> {
  const definitions = Map.groupBy(declarationsOf(rules), ({ defines }) => defines);
  const readIn = (name: string | null) =>
    (definitions.get(name) ?? []).flatMap(({ reads }) => reads);
  const read = new Set([...present, ...named.flatMap(({ reads }) => reads), ...readIn(null)]);
  // A set goes through what is added meanwhile, too.
  for (const name of read) for (const next of readIn(name)) read.add(next);
  return read;
}

const declarationsOf = (rules: StyleRule[]): Declaration[] =>
  rules.flatMap((rule) =>
    'declarations' in rule ? rule.declarations : 'rules' in rule ? declarationsOf(rule.rules) : [],
  );

const wanted = (declarations: Declaration[], read: Set<string>): string[] =>
  declarations
    .filter(({ defines }) => defines === null || read.has(defines))
    .map(({ text }) => text);

/** Leaves out unread custom properties, and what is empty then; a layer is named still. */
const written = (rules: StyleRule[], read: Set<string>): string =>
  rules
    .map((rule) => {
      if ('statement' in rule) return `${rule.statement};`;
      if ('rules' in rule) {
        const inner = written(rule.rules, read);
        return inner !== '' ? `${rule.prelude}{${inner}}` : rule.isLayer ? `${rule.prelude};` : '';
      }
      const body = wanted(rule.declarations, read);
      return body.length === 0
        ? ''
        : `${rule.selectors.map(({ text }) => text).join(',')}{${body.join(';')}}`;
    })
    .join('');
