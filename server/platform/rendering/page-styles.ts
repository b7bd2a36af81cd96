/**
 * What a page needs of the stylesheet, to stand in the page itself: the rules for the classes that its HTML has, and those that ask for no class. The page is
 * drawn with them and needs no other file for it; the whole stylesheet follows, for what its scripts add.
 */

type Rule = {
  prelude: string;
  /** null: a statement without a block, such as the order of the layers. */
  body: string | null;
  /** The rules in it, where it is a group of rules such as `@media`. */
  rules: Rule[] | null;
  /** Of each of its selectors the classes without which it selects nothing. */
  selectors: string[][];
  /** What others call it by: of `@keyframes` and `@property`. */
  name: string | null;
};

const GROUP = /^@(media|supports|layer|container|starting-style)\b/;
const LAYER = /^@layer [\w.-]+$/;
/** What Tailwind has for browsers without `@property`; they get it with the whole stylesheet. */
const STAND_INS = '@layer properties';
const NAMED = /^@(?:keyframes|property)\s+(\S+)/;
/** A pseudo-class whose argument may be absent from what is selected, or is one of several. */
const OPTIONAL = /:(?:not|has|nth-[\w-]+)\([^()]*\)|:(?:is|where)\([^()]*,[^()]*\)/g;
/** Pages of the same kind mostly have the same classes. */
const MAX_MADE = 50;
const CLASS = /\.((?:\\.|[\w-])+)/g;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/**
 * @param stylesheet minified CSS.
 * @returns a function that chooses from it for the HTML of a page.
 */
export function createPageStyles(stylesheet: string): (html: string) => string {
  const rules = parse(stylesheet.replace(/\/\*.*?\*\//gs, ''));
  const made = new Map<string, string>();
  return (html) => {
    const classes = classesIn(html);
    const key = [...classes].sort().join(' ');
    const text = made.get(key) ?? chosenWithNamed(rules, classes);
    if (made.size >= MAX_MADE) made.clear();
    made.set(key, text);
    return text;
  };
}

function chosenWithNamed(rules: Rule[], classes: Set<string>): string {
  const text = chosen(rules, (one) => classes.has(one));
  const named = rules.filter(({ name }) => name !== null && text.includes(name.startsWith('--') ? `var(${name}` : name));
  return text + named.map(({ prelude, body }) => `${prelude}{${body}}`).join('');
}

function classesIn(html: string): Set<string> {
  const classes = new Set<string>();
  for (const [, value = ''] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const one of value.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).split(/\s+/)) classes.add(one);
  }
  return classes;
}

const chosen = (rules: Rule[], has: (name: string) => boolean): string =>
  rules
    .map((rule) => {
      if (rule.body === null) return `${rule.prelude};`;
      if (rule.rules === null) return rule.selectors.some((classes) => classes.every(has)) ? `${rule.prelude}{${rule.body}}` : '';
      const inner = rule.prelude === STAND_INS ? '' : chosen(rule.rules, has);
      if (inner !== '') return `${rule.prelude}{${inner}}`;
      // Layers rank by who is named first.
      return LAYER.test(rule.prelude) ? `${rule.prelude};` : '';
    })
    .join('');

function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let from = 0; from < css.length; ) {
    const start = indexOf(css, /[{;]/, from);
    const prelude = css.slice(from, start).trim();
    if (css[start] !== '{') {
      if (prelude !== '') rules.push({ prelude, body: null, rules: null, selectors: [], name: null });
      from = start + 1;
      continue;
    }
    const end = endOfBlock(css, start);
    const body = css.slice(start + 1, end);
    const isGroup = GROUP.test(prelude);
    rules.push({
      prelude,
      body,
      rules: isGroup ? parse(body) : null,
      selectors: prelude.startsWith('@') ? [] : selectorsOf(prelude),
      name: NAMED.exec(prelude)?.[1] ?? null,
    });
    from = end + 1;
  }
  return rules;
}

/** Of the first character outside strings that fits, or the end of the text. */
function indexOf(css: string, wanted: RegExp, from: number): number {
  for (let at = from; at < css.length; at++) {
    const character = css[at] ?? '';
    if (character === '\\') at++;
    else if (character === '"' || character === "'") at = endOfString(css, at);
    else if (wanted.test(character)) return at;
  }
  return css.length;
}

function endOfString(css: string, start: number): number {
  let at = start + 1;
  while (at < css.length && css[at] !== css[start]) at += css[at] === '\\' ? 2 : 1;
  return at;
}

function endOfBlock(css: string, start: number): number {
  let depth = 1;
  let at = start;
  while (depth > 0 && at < css.length) {
    at = indexOf(css, /[{}]/, at + 1);
    depth += css[at] === '{' ? 1 : -1;
  }
  return at;
}

function selectorsOf(prelude: string): string[][] {
  let text = prelude;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(OPTIONAL, '').replace(/:(?:is|where)\(([^(),]*)\)/g, '$1');
  }
  return text.split(/(?<!\\),/).map((selector) => [...selector.matchAll(CLASS)].map(([, name = '']) => name.replaceAll('\\', '')));
}
