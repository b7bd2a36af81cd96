/** Code speaks the words of docs/glossary.md: words that the house gave up do not come back as names. */
import { expect, test } from 'vitest';
import { sourceFiles, sourceOf } from './support/imports.ts';

/** Words that a name must not contain, with the word that took their place. */
const avoided: Record<string, string> = {
  unmade: 'failed job',
  intake: 'ingest',
  sweeping: 'media cleanup',
  foresee: 'preview',
  Photograph: 'ResponsiveImage',
  caching: 'page cache',
  spellings: 'deletion keys',
};
/** Names that begin with one of these say `MAX_`. */
const avoidedPrefixes = /^(?:MOST|LONGEST|LARGEST|GREATEST)_/;
/** Names that stood for what a standard word says. */
const avoidedNames: Record<string, string> = {
  withinMs: 'timeoutMs',
  atMostMs: 'timeoutMs',
  tagOf: 'cacheTag',
  droppedBy: 'invalidatedTags',
  publicChanged: 'invalidateCache',
  makeDue: 'runDueJobs',
  VisitorAnswers: 'AnonymousResponses',
};

/** Released migrations stay as they are, and published API paths and stored values are no names of ours. */
const files = sourceFiles().filter((file) => /\.tsx?$/.test(file) && !/^server\/platform\/db\/migrations\/000|^tests\/glossary/.test(file));

/** Declared names: constants, functions, classes, types, parameters with a type, properties and destructured ones are what `\w+` finds outside of texts. */
function namesIn(source: string): Set<string> {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\]|\\.)*`/g, '``');
  return new Set(code.match(/[A-Za-z_$][\w$]*/g));
}

/** `unmadeJobs` and `isUnmade` contain `unmade`; `hunmadex` does not. */
const contains = (name: string, word: string) =>
  new RegExp(`(?:^|_)${word}(?![a-z])|${word[0]?.toUpperCase()}${word.slice(1)}(?![a-z])`).test(name);

function offenceOf(name: string): string | null {
  if (avoidedPrefixes.test(name)) return 'MAX_…';
  if (Object.hasOwn(avoidedNames, name)) return avoidedNames[name] ?? null;
  return Object.entries(avoided).find(([word]) => contains(name, word))?.[1] ?? null;
}

test('no name in the code contains a word that the glossary gave up', () => {
  const wrong = files.flatMap((file) =>
    [...namesIn(sourceOf(file))].flatMap((name) => {
      const better = offenceOf(name);
      return better === null ? [] : [`${file}: ${name} (say ${better})`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('no file is named by a word that the glossary gave up', () => {
  const camel = (file: string) =>
    (file.split('/').at(-1) ?? '').replace(/\.\w+$/g, '').replace(/[-.](\w)/g, (_, letter) => letter.toUpperCase());
  expect(files.filter((file) => offenceOf(camel(file)) !== null)).toEqual([]);
});

test('the check would notice such a name', () => {
  expect(['unmadeJobs', 'isUnmade', 'MOST_TRIES', 'withinMs', 'takeIntake'].filter((name) => offenceOf(name) === null)).toEqual([]);
  expect(['MAX_TRIES', 'timeoutMs', 'almostDone'].filter((name) => offenceOf(name) !== null)).toEqual([]);
});
