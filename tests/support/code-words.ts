/** What a source file says, by its syntax tree: its names, its comments, the titles of its tests, and the properties it reads. */
import { parseSync } from 'vite';

export type Node = { type: string; [field: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const parsed = new Map<string, ReturnType<typeof parseSync>>();

/** @throws if the file is not valid TypeScript. */
function parse(file: string, source: string) {
  const found = parsed.get(source) ?? parseSync(file, source);
  if (found.errors.length > 0) throw new Error(`${file}: ${found.errors[0]?.message}`);
  parsed.set(source, found);
  return found;
}

const nodesOf = new Map<string, Node[]>();

/** Every node of the file, each before those within it. */
export function nodesIn(file: string, source: string): Node[] {
  const known = nodesOf.get(source);
  if (known) return known;
  const nodes: Node[] = [];
  const collect = (value: object): void => {
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object' && item !== null) collect(item);
      return;
    }
    if (!isNode(value)) return;
    nodes.push(value);
    for (const name in value) {
      const field = value[name];
      if (typeof field === 'object' && field !== null) collect(field);
    }
  };
  collect(parse(file, source).program);
  nodesOf.set(source, nodes);
  return nodes;
}

/** Every identifier, those of types and JSX included. */
export function namesIn(file: string, source: string): Set<string> {
  const names = new Set<string>();
  for (const { type, name } of nodesIn(file, source))
    if (/^(JSX|Private)?Identifier$/.test(type) && typeof name === 'string') names.add(name);
  return names;
}

/** Names of the properties that are read, as `value.name` or by `const { name } = value`. */
export function readsIn(file: string, source: string): Set<string> {
  const names = new Set<string>();
  for (const node of nodesIn(file, source)) {
    const keys =
      node.type === 'MemberExpression'
        ? [node.property]
        : node.type === 'ObjectPattern'
          ? (node.properties as Node[]).map(({ key }) => key)
          : [];
    for (const key of keys)
      if (isNode(key) && key.type === 'Identifier') names.add(String(key.name));
  }
  return names;
}

export type RegularExpression = { source: string; flags: string };

/** Every regular expression that is written out. */
export function regularExpressionsIn(file: string, source: string): RegularExpression[] {
  return nodesIn(file, source).flatMap(({ type, regex }) => {
    if (type !== 'Literal' || regex === undefined) return [];
    const { pattern, flags } = regex as { pattern: string; flags: string };
    return [{ source: pattern, flags }];
  });
}

/** How often a regular expression is put together while the program runs. */
export const madeRegularExpressionsIn = (file: string, source: string): number =>
  nodesIn(file, source).filter(
    ({ type, callee }) => type === 'NewExpression' && rootOf(callee) === 'RegExp',
  ).length;

export const commentsIn = (file: string, source: string): string[] =>
  parse(file, source).comments.map(({ value }) => value);

/** The first argument of `test`, `describe` and their variants, such as `test.each(…)`, where it is written out. */
export function testTitlesIn(file: string, source: string): string[] {
  const titles: string[] = [];
  for (const node of nodesIn(file, source)) {
    if (node.type !== 'CallExpression' || !/^(test|describe)$/.test(rootOf(node.callee))) continue;
    const [title] = node.arguments as (Node | undefined)[];
    if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
    if (title?.type === 'TemplateLiteral')
      titles.push(
        (title.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…'),
      );
  }
  return titles;
}

/** Where a string is no text: what is imported, an attribute with classes, a type, SQL. */
function isWithoutText(node: Node): boolean {
  if (/^(Import|ExportAll|TS\w*Type|TSImport)/.test(node.type)) return true;
  if (node.type === 'TaggedTemplateExpression') return rootOf(node.tag) === 'sql';
  return (
    node.type === 'JSXAttribute' &&
    isNode(node.name) &&
    /class(name)?$/i.test(String(node.name.name))
  );
}

/** Every text that is written out: strings, templates with `{}` for what changes in them, and what stands between tags. */
export function textsIn(file: string, source: string): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) collect(item);
    if (!isNode(value) || isWithoutText(value)) return;
    if (/^(Literal|JSXText)$/.test(value.type) && typeof value.value === 'string')
      texts.push(value.value);
    if (value.type === 'TemplateLiteral')
      texts.push(
        (value.quasis as { value: { cooked: string } }[])
          .map((part) => part.value.cooked)
          .join('{}'),
      );
    for (const field of Object.values(value)) if (typeof field === 'object') collect(field);
  };
  collect(parse(file, source).program);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** `test` of `test.each(table)`. */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.name);
  return rootOf(callee.type === 'CallExpression' ? callee.callee : callee.object);
}
