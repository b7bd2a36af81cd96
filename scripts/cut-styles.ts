/**
 * Cuts the stylesheet into the rules that the server chooses from for each page
 * (`platform/rendering/page-styles.ts`). Leaves out what no fresh page needs: what is pointed at,
 * has the focus or is marked, and paper.
 */
import {
  type Atrule,
  type CssNode,
  findAll,
  generate,
  ident,
  type List,
  type PseudoClassSelector,
  parse,
  type Rule,
  type Selector,
  walk,
} from 'css-tree';
import type { Plugin } from 'vite';
import {
  type Declaration,
  PAGE_STYLES,
  type PageStyles,
  type StyleRule,
} from '#platform/rendering/page-styles.ts';

const GROUPS = ['media', 'supports', 'layer', 'container', 'starting-style'];
/** Tailwind's rules for browsers without `@property`, which get them with the whole stylesheet. */
const STAND_INS = 'properties';
/**
 * Every browser that the stylesheet is made for has this (Safari 16.4, Chrome 111, Firefox 128);
 * Tailwind asks all the same.
 */
const GIVEN = [
  '(color:color-mix(in lab,red,red))',
  '(background-image:linear-gradient(in lab,red,red))',
];
const STATES = ['hover', 'active', 'focus', 'focus-visible', 'focus-within', 'modal'];
const LATER_ELEMENTS =
  /^(selection|backdrop|view-transition|file-selector|-webkit-(date|calendar))/;

export function cutStyles(): Plugin {
  return {
    name: 'cut-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      const sheets = [
        ...(entry?.type === 'chunk' ? (entry.viteMetadata?.importedCss ?? []) : []),
      ].map((name) => bundle[name]);
      const css = sheets
        .map((sheet) => (sheet?.type === 'asset' ? String(sheet.source) : ''))
        .join('');
      this.emitFile({ type: 'asset', fileName: PAGE_STYLES, source: JSON.stringify(cut(css)) });
    },
  };
}

/** @throws if a part of the stylesheet cannot be read: pages would go without it. */
export function cut(css: string): PageStyles {
  const sheet = parse(css, {
    positions: true,
    parseCustomProperty: true,
    parseAtrulePrelude: false,
    onParseError: (error) => {
      throw new Error(`${error.message}: ${css.slice(error.offset, error.offset + 80)}`);
    },
  });
  const textOf = ({ loc }: CssNode, end = loc?.end.offset) => css.slice(loc?.start.offset, end);
  const preludeOf = (node: Atrule) => textOf(node, node.block?.loc?.start.offset).trim();
  const conditionOf = ({ prelude }: Atrule) =>
    prelude ? generate(prelude).replaceAll(', ', ',') : '';
  const definitions = findAll(
    sheet,
    (node) => node.type === 'Atrule' && ['keyframes', 'property'].includes(node.name),
  ) as Atrule[];
  const names = new Set(definitions.map(conditionOf));

  function readsOf(part: CssNode): string[] {
    const reads = new Set<string>();
    walk(part, (node) => {
      const first = node.type === 'Function' && node.name === 'var' ? node.children.first : node;
      if (first?.type === 'Identifier' && (first !== node || names.has(first.name)))
        reads.add(first.name);
    });
    return [...reads];
  }

  function declarationsOf({ block }: Rule): Declaration[] {
    const all = block.children.toArray().map((node) => ({
      text: textOf(node),
      defines: node.type === 'Declaration' && node.property.startsWith('--') ? node.property : null,
      reads: readsOf(node),
    }));
    // The build repeats a declaration for each prefix that it finds needless.
    return all.filter(({ text }, index) => text !== all[index - 1]?.text);
  }

  function rulesOf(nodes: List<CssNode>): StyleRule[] {
    return nodes.toArray().flatMap((node): StyleRule[] => {
      if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
        const selectors = node.prelude.children.toArray().flatMap((one) => {
          const needs = needsOf(one as Selector);
          return needs === null ? [] : [{ text: textOf(one), needs }];
        });
        return selectors.length === 0 ? [] : [{ selectors, declarations: declarationsOf(node) }];
      }
      if (node.type !== 'Atrule') return [];
      const { name, block } = node;
      const condition = conditionOf(node);
      if (!block) return [{ statement: textOf(node).replace(/;$/, '') }];
      if (!GROUPS.includes(name) || (name === 'media' && condition === 'print')) return [];
      const isLayer = name === 'layer' && condition !== '';
      const rules = isLayer && condition === STAND_INS ? [] : rulesOf(block.children);
      return name === 'supports' && GIVEN.includes(condition)
        ? rules
        : [{ prelude: preludeOf(node), isLayer, rules }];
    });
  }

  return {
    rules: sheet.type === 'StyleSheet' ? rulesOf(sheet.children) : [],
    named: definitions.map((node) => ({
      text: textOf(node),
      defines: conditionOf(node),
      reads: readsOf(node),
    })),
  };
}

/**
 * Without `.class`, `element` or `[attribute` on the page, the selector selects nothing.
 * @returns null if no fresh page has it.
 */
function needsOf({ children }: Selector): string[] | null {
  const needs: string[] = [];
  for (const part of children.toArray()) {
    if (part.type === 'TypeSelector' && part.name !== '*') needs.push(part.name);
    if (part.type === 'ClassSelector') needs.push(`.${ident.decode(part.name)}`);
    if (part.type === 'AttributeSelector') needs.push(`[${part.name.name}`);
    if (part.type === 'PseudoElementSelector' && LATER_ELEMENTS.test(part.name)) return null;
    if (part.type !== 'PseudoClassSelector') continue;
    if (STATES.includes(part.name)) return null;
    if (part.name === 'disabled') needs.push('[disabled');
    const alternatives = alternativesOf(part).map(needsOf);
    if (alternatives.length > 0 && alternatives.every((one) => one === null)) return null;
    // One of several may be absent.
    if (alternatives.length === 1) needs.push(...(alternatives[0] ?? []));
  }
  return needs;
}

function alternativesOf({ name, children }: PseudoClassSelector): Selector[] {
  const list = ['is', 'where', 'has'].includes(name) ? children?.first : null;
  return list?.type === 'SelectorList' ? (list.children.toArray() as Selector[]) : [];
}
