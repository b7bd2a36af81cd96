/**
 * What a page needs of the stylesheet, to be inlined: the rules for the elements, classes and attributes that its HTML has. The page is
 * drawn with them and needs no other file for it; the whole stylesheet follows, for what its scripts add, for what is pointed at, has the focus or is marked, and
 * for paper.
 */

/** `needs` is what a page must have, or it selects nothing: `.class`, `element`, `[attribute`. */
type Selector = { text: string; needs: string[] };

type Rule = {
  prelude: string;
  /** null: a statement without a block, such as the order of the layers. */
  body: string | null;
  /** The rules in it, where it is a group of rules such as `@media`. */
  rules: Rule[] | null;
  selectors: Selector[];
  /** What others call it by: of `@keyframes` and `@property`. */
  name: string | null;
};

const GROUP = /^@(media|supports|layer|container|starting-style)\b/;
const LAYER = /^@layer [\w.-]+$/;
/** What Tailwind has for browsers without `@property`; they get it with the whole stylesheet. */
const STAND_INS = '@layer properties';
const NAMED = /^@(?:keyframes|property)\s+(\S+)/;
/** What every browser has that the stylesheet is made for (Safari 16.4, Chrome 111, Firefox 128); the build asks all the same. */
const GIVEN = /^@supports \((?:color:color-mix\(in lab, ?red, ?red\)|background-image:linear-gradient\(in lab, ?red, ?red\))\)$/;
/** A custom property that is read, and one that is set. */
const READ = /var\((--[\w-]+)/g;
const CUSTOM = /^\s*(--[\w-]+):/;
/** A pseudo-class whose argument may be absent from what is selected, or is one of several. */
const OPTIONAL = /:(?:not|nth-[\w-]+)\([^()]*\)|:(?:is|where|has)\([^(),]*,[^()]*\)/g;
/** One whose argument must be there. */
const REQUIRED = /:(?:is|where|has)\(([^(),]*)\)/g;
/** Pages of the same kind mostly have the same classes. */
const MAX_MADE = 50;
/** With the escapes and strings in which these characters mean themselves. */
const PASSED_OVER = String.raw`\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const wanted = { '{;': new RegExp(`${PASSED_OVER}|[{;]`, 'gs'), '{}': new RegExp(`${PASSED_OVER}|[{}]`, 'gs') };
/** Classes, attributes and elements; the latter only at the beginning or after a combinator. */
const NEEDS = /\.(?:\\.|[\w-])+|\[[\w-]+|(?<=^|[\s>+~])[a-z][a-z\d]*/g;
/** States that a fresh page cannot be in. */
const STATE = String.raw`(?<!\\):(?:hover|active|focus(?:-visible|-within)?|modal)(?![\w-])`;
const IN_STATE = new RegExp(`${STATE}|::(?:selection|backdrop|view-transition|file-selector|-webkit-(?:date|calendar))`);
const IN_ANY_STATE = new RegExp(`:(?:is|has)\\(${STATE}(?:,${STATE})*\\)`, 'g');
const LATER = ['later'];
const PAPER = '@media print';
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/**
 * @param stylesheet minified CSS.
 * @returns a function that chooses from it for the HTML of a page.
 */
export function createPageStyles(stylesheet: string): (html: string) => string {
  const rules = parse(stylesheet.replace(/\/\*.*?\*\//gs, ''));
  const made = new Map<string, string>();
  return (html) => {
    const present = presentIn(html);
    const key = [...present].sort().join(' ');
    const text = made.get(key) ?? chosenWithNamed(rules, present);
    if (made.size >= MAX_MADE) made.clear();
    made.set(key, text);
    return text;
  };
}

function chosenWithNamed(rules: Rule[], present: Set<string>): string {
  const moves = rules.filter(({ prelude }) => prelude.startsWith('@keyframes'));
  const read = new Set([...present, ...readIn(moves)]);
  const text = written(
    withoutUnread(
      chosen(rules, (one) => present.has(one)),
      read,
    ),
  );
  const named = rules.filter(({ name }) => name !== null && text.includes(name.startsWith('--') ? `var(${name}` : name));
  return text + written(named);
}

const readIn = (rules: Rule[]): Set<string> => new Set([...written(rules).matchAll(READ)].map(([, name = '']) => name));

/** Without the custom properties that neither the rest reads, nor what is read elsewhere; and so on, for what those were made of. */
function withoutUnread(rules: Rule[], elsewhere: Set<string>): Rule[] {
  const read = readIn(rules);
  let isWhole = true;
  const rest = withDeclarations(rules, (declaration) => {
    const name = CUSTOM.exec(declaration)?.[1];
    const isWanted = name === undefined || read.has(name) || elsewhere.has(name);
    isWhole &&= isWanted;
    return isWanted;
  });
  return isWhole ? rest : withoutUnread(rest, elsewhere);
}

/** The elements of a page, and their classes and attributes. */
function presentIn(html: string): Set<string> {
  const present = new Set<string>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z\d]*)/g)) present.add(name);
  for (const [, name = ''] of html.matchAll(/ ([a-z][a-z-]*)="/g)) present.add(`[${name}`);
  for (const [, value = ''] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const one of value.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).split(/\s+/))
      present.add(`.${one}`);
  }
  for (const [, value = ''] of html.matchAll(/ style="([^"]*)"/g)) for (const [, name = ''] of value.matchAll(READ)) present.add(name);
  return present;
}

const chosen = (rules: Rule[], has: (name: string) => boolean): Rule[] =>
  rules.flatMap((rule) => {
    if (rule.body === null) return [rule];
    if (rule.rules === null) {
      const selectors = rule.selectors.filter(({ needs }) => needs.every(has)).map(({ text }) => text);
      return selectors.length === 0 ? [] : [{ ...rule, prelude: selectors.join(',') }];
    }
    const inner = rule.prelude === STAND_INS || rule.prelude === PAPER ? [] : chosen(rule.rules, has);
    if (inner.length > 0) return GIVEN.test(rule.prelude) ? inner : [{ ...rule, rules: inner }];
    // Layers rank by who is named first.
    return LAYER.test(rule.prelude) ? [{ ...rule, body: null, rules: null }] : [];
  });

const written = (rules: Rule[]): string =>
  rules
    .map(({ prelude, body, rules }) => {
      if (body === null) return `${prelude};`;
      return `${prelude}{${rules === null ? body : written(rules)}}`;
    })
    .join('');

/** The rules with those of their declarations; one that has none left is gone, a layer is named still. */
const withDeclarations = (rules: Rule[], isWanted: (declaration: string) => boolean): Rule[] =>
  rules.flatMap((rule) => {
    if (rule.body === null) return [rule];
    if (rule.rules !== null) {
      const inner = withDeclarations(rule.rules, isWanted);
      if (inner.length > 0) return [{ ...rule, rules: inner }];
      return LAYER.test(rule.prelude) ? [{ ...rule, body: null, rules: null }] : [];
    }
    // The build repeats a declaration for each prefix that it finds needless.
    const declarations = declarationsOf(rule.body).filter((one, index, all) => one !== all[index - 1]);
    const body = declarations.filter(isWanted).join(';');
    return body === '' ? [] : [{ ...rule, body }];
  });

/** A nested rule is part of the declaration that follows it. */
function declarationsOf(body: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < body.length; ) {
    let end = indexOf(body, '{;', from);
    while (body[end] === '{') end = indexOf(body, '{;', endOfBlock(body, end) + 1);
    found.push(body.slice(from, end));
    from = end + 1;
  }
  return found;
}

function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let from = 0; from < css.length; ) {
    const start = indexOf(css, '{;', from);
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

/** Of the first of these characters outside escapes and strings, or the end of the text. */
function indexOf(css: string, characters: keyof typeof wanted, from: number): number {
  const pattern = wanted[characters];
  pattern.lastIndex = from;
  for (let found = pattern.exec(css); found; found = pattern.exec(css)) if (found[0].length === 1) return found.index;
  return css.length;
}

function endOfBlock(css: string, start: number): number {
  let depth = 1;
  let at = start;
  while (depth > 0 && at < css.length) {
    at = indexOf(css, '{}', at + 1);
    depth += css[at] === '{' ? 1 : -1;
  }
  return at;
}

function selectorsOf(prelude: string): Selector[] {
  return apart(prelude).map((selector) => ({ text: selector, needs: needsOf(selector) }));
}

function needsOf(selector: string): string[] {
  let text = selector.replace(IN_ANY_STATE, ':hover').replaceAll(':disabled', '[disabled');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(OPTIONAL, '').replace(REQUIRED, ' $1');
  }
  return IN_STATE.test(text) ? LATER : [...text.matchAll(NEEDS)].map(([need]) => need.replaceAll('\\', ''));
}

/** The selectors of a list. */
function apart(prelude: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = 0;
  for (const { 0: part, index } of prelude.matchAll(/\\.|[(),]/gs)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part !== ',' || depth > 0) continue;
    found.push(prelude.slice(begin, index).trim());
    begin = index + 1;
  }
  return [...found, prelude.slice(begin).trim()];
}
