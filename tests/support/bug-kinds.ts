/** Bugs as people make them: a second path that is forgotten, a condition too few, a listener who is not told. Signs turned round are StrykerJS's. */
import { isNode, type Node, nodesIn } from './code-words.ts';

/** A change of one place of a file: what stands from `start` to `end` becomes `text`. */
export type Bug = { kind: string; file: string; start: number; end: number; text: string };

type Change = Pick<Bug, 'start' | 'end' | 'text'>;
type Find = (node: Node, source: string) => Change[];

const placeOf = (node: unknown): { start: number; end: number } =>
  node as { start: number; end: number };
const textOf = (node: unknown, source: string): string => {
  const { start, end } = placeOf(node);
  return source.slice(start, end);
};
const instead = (node: unknown, text: string): Change => ({ ...placeOf(node), text });
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : '';

/** The method that a call is of, and what it is called on. */
function methodOf(node: Node): { on: Node; name: string } | null {
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression')
    return null;
  return { on: callee.object as Node, name: nameOf(callee.property) };
}

/** The call of a statement that only calls. */
function calledBy(node: Node): { call: Node; isAwaited: boolean } | null {
  const { expression } = node;
  if (node.type !== 'ExpressionStatement' || !isNode(expression)) return null;
  const isAwaited = expression.type === 'AwaitExpression';
  const call = isAwaited ? (expression.argument as Node) : expression;
  return call.type === 'CallExpression' ? { call, isAwaited } : null;
}

const CONDITIONS = ['where', 'whereRef', 'having'];
const ZONE = /^(?:timeZone|zone)$/;
const CALL = /^'(?:GET|POST|PUT|PATCH|DELETE) \/api\//;

/** What is made wrong, by the name in the report. */
const kinds: Record<string, Find> = {
  'a condition of a query is gone': (node) => {
    const method = methodOf(node);
    if (!method || !CONDITIONS.includes(method.name)) return [];
    return [{ start: placeOf(method.on).end, end: placeOf(node).end, text: '' }];
  },
  'one of two conditions is gone': (node, source) =>
    node.type === 'LogicalExpression' && node.operator !== '??'
      ? [instead(node, textOf(node.left, source)), instead(node, textOf(node.right, source))]
      : [],
  'a refusal or a way out is gone': (node) => {
    const { consequent, alternate } = node;
    if (node.type !== 'IfStatement' || isNode(alternate) || !isNode(consequent)) return [];
    const last = consequent.type === 'BlockStatement' ? listOf(consequent.body).at(-1) : consequent;
    return last && /^(?:Return|Throw|Continue)Statement$/.test(last.type)
      ? [instead(node, '')]
      : [];
  },
  'who must hear is not told': (node) => (calledBy(node) ? [instead(node, ';')] : []),
  'it is not waited for': (node, source) => {
    const called = calledBy(node);
    return called?.isAwaited ? [instead(node, `void ${textOf(called.call, source)};`)] : [];
  },
  'always one branch': (node, source) =>
    node.type === 'ConditionalExpression'
      ? [
          instead(node, `(${textOf(node.consequent, source)})`),
          instead(node, `(${textOf(node.alternate, source)})`),
        ]
      : [],
  'one of a list is missing': (node, source) => {
    const items = node.type === 'ArrayExpression' ? listOf(node.elements) : [];
    const words = items.map((item) => textOf(item, source));
    return items.length < 2
      ? []
      : words.map((_, left) =>
          instead(node, `[${words.filter((_word, index) => index !== left).join(', ')}]`),
        );
  },
  'two arguments are swapped': (node, source) => {
    const all = node.type === 'CallExpression' ? listOf(node.arguments) : [];
    return all.slice(1).flatMap((second, index) => {
      const first = all[index];
      if (first?.type !== second.type || !/^(?:Identifier|MemberExpression)$/.test(second.type))
        return [];
      const between = source.slice(placeOf(first).end, placeOf(second).start);
      return [
        {
          start: placeOf(first).start,
          end: placeOf(second).end,
          text: `${textOf(second, source)}${between}${textOf(first, source)}`,
        },
      ];
    });
  },
  'a call is open to all': (node, source) => {
    const { key, value } = node;
    if (node.type !== 'Property' || !isNode(key) || !isNode(value)) return [];
    if (!CALL.test(textOf(key, source)) || value.type !== 'ObjectExpression') return [];
    const names = listOf(value.properties).map((property) => nameOf(property.key));
    return names.includes('who')
      ? []
      : [{ start: placeOf(value).start, end: placeOf(value).start + 1, text: "{ who: 'all'," }];
  },
  'a day of another zone': (node) => {
    const used = node.type === 'CallExpression' ? listOf(node.arguments) : [];
    return used
      .filter(
        (one) =>
          ZONE.test(nameOf(one)) ||
          (one.type === 'MemberExpression' && ZONE.test(nameOf(one.property))),
      )
      .map((one) => instead(one, "'UTC'"));
  },
};

/** Every bug that the file could have. */
export function bugsIn(file: string, source: string): Bug[] {
  const bugs: Bug[] = [];
  for (const node of nodesIn(file, source))
    for (const [kind, find] of Object.entries(kinds))
      for (const change of find(node, source))
        if (source.slice(change.start, change.end) !== change.text)
          bugs.push({ kind, file, ...change });
  return bugs;
}

export const withBug = (source: string, { start, end, text }: Bug): string =>
  source.slice(0, start) + text + source.slice(end);
