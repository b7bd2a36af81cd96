/** The code uses the words of docs/glossary.md: words that were given up do not come back, as names, in comments or in test titles. */
import { expect, test } from 'vitest';
import { commentsIn, namesIn, testTitlesIn } from './support/code-words.ts';
import { sourceFiles, sourceOf } from './support/imports.ts';

/** Words that a name must not contain, with the word that took their place. */
const avoided: Record<string, string> = {
  unmade: 'failed job',
  sweeping: 'media cleanup',
  foresee: 'preview',
  Photograph: 'ResponsiveImage',
  caching: 'page cache',
  spellings: 'deletion keys',
  film: 'video',
  kept: 'cached, stored or remaining',
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

/** Names that were published as fields of the API or stored, with the files that may say them. */
const published = new Map<string, RegExp>([
  // What removing the demo collection returns, and a mail's stored status.
  [
    'kept',
    /^(?:core\/(?:contract\/(?:transfer\/demo-removal|messages\/mail-statuses)|server\/transfer\/demo\/demo-removal[.\w]*)|features\/first-steps\/web\/remove-demo)\.tsx?$/,
  ],
]);

/** Words that comments and test titles must not contain either; quoted words, such as visible ones, are free. */
const avoidedInProse: { word: RegExp; better: string; files: RegExp }[] = [
  { word: /\bfilms?\b/i, better: 'video', files: /./ },
  // Elsewhere it may be the ordinary verb; here it would mean the page cache.
  {
    word: /\bkept\b/i,
    better: 'cached',
    files:
      /^(?:platform\/(?:page-cache|http)|core\/server\/storefront|ui\/lib|tests\/(?:page-cache|feeds))/,
  },
];

const files = sourceFiles().filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith('tests/glossary'),
);

/** What a name or a text with one of the words has in it: only files that have it are parsed, which is a tenth of them. */
const hint = new RegExp(
  [...Object.keys(avoided), ...Object.keys(avoidedNames), avoidedPrefixes.source.slice(1)].join(
    '|',
  ),
  'i',
);
const sources = files.map((file) => ({ file, source: sourceOf(file) }));
const named = sources
  .filter(({ source }) => hint.test(source))
  .map(({ file, source }) => ({ file, names: namesIn(file, source) }));

/** `unmadeJobs`, `isUnmade` and `allUnmades` contain `unmade`; `hunmadex` does not. */
const contains = (name: string, word: string) =>
  new RegExp(`(?:^|_)${word}s?(?![a-z])|${word[0]?.toUpperCase()}${word.slice(1)}s?(?![a-z])`).test(
    name,
  );

function betterName(name: string): string | null {
  if (avoidedPrefixes.test(name)) return 'MAX_…';
  if (Object.hasOwn(avoidedNames, name)) return avoidedNames[name] ?? null;
  return Object.entries(avoided).find(([word]) => contains(name, word))?.[1] ?? null;
}

const betterProse = (file: string, text: string): string | null => {
  const unquoted = text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|(?<!\w)'[^'\n]*'(?!\w)/g, '');
  return (
    avoidedInProse.find(({ word, files: concerned }) => concerned.test(file) && word.test(unquoted))
      ?.better ?? null
  );
};

test('no name in the code contains a word that the glossary gave up', () => {
  const wrong = named.flatMap(({ file, names }) =>
    [...names].flatMap((name) => {
      const better = betterName(name);
      return better === null || published.get(name)?.test(file)
        ? []
        : [`${file}: ${name} (say ${better})`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('no file is named by a word that the glossary gave up', () => {
  const camel = (file: string) =>
    (file.split('/').at(-1) ?? '')
      .replace(/\.\w+$/g, '')
      .replace(/[-.](\w)/g, (_, letter) => letter.toUpperCase());
  expect(files.filter((file) => betterName(camel(file)) !== null)).toEqual([]);
});

test('no comment and no test title contains a word that the glossary gave up', () => {
  const said = sources.filter(({ file, source }) =>
    avoidedInProse.some(({ word, files }) => files.test(file) && word.test(source)),
  );
  const wrong = said.flatMap(({ file, source }) =>
    [...commentsIn(file, source), ...testTitlesIn(file, source)].flatMap((text) => {
      const better = betterProse(file, text);
      return better === null ? [] : [`${file}: ${text.trim()} (say ${better})`];
    }),
  );
  expect(wrong).toEqual([]);
});

const MAX_TITLE = 100;

test('the title of a test makes one claim, in a hundred characters', () => {
  const long = new RegExp(`(['"\`])(?:(?!\\1).){${MAX_TITLE + 1},}\\1`);
  const wrong = sources
    .filter(({ file, source }) => /\.(?:test|spec)\.tsx?$/.test(file) && long.test(source))
    .flatMap(({ file, source }) =>
      testTitlesIn(file, source)
        .filter((title) => title.length > MAX_TITLE)
        .map((title) => `${file}: ${title}`),
    );
  expect(wrong).toEqual([]);
});

test('every exception for a published name is needed', () => {
  const used = named.flatMap(({ file, names }) =>
    [...names].filter((name) => published.get(name)?.test(file)),
  );
  expect(new Set(used)).toEqual(new Set(published.keys()));
});

test('the check would notice such words', () => {
  expect(
    [
      'unmadeJobs',
      'isUnmade',
      'MOST_TRIES',
      'withinMs',
      'sweepingMedia',
      'keptLine',
      'readKept',
    ].filter((name) => !betterName(name)),
  ).toEqual([]);
  expect(
    ['MAX_TRIES', 'timeoutMs', 'almostDone', 'keepAlive'].filter((name) => betterName(name)),
  ).toEqual([]);
  const source = `/** A film. */\nconst url = 'https://film.example'; // Play\ntest.each(['film'])('a "Play film" button of %s', () => <p>It's a film</p>);\ntest(\`films\`, plays);`;
  expect([...namesIn('a.test.tsx', source)].sort()).toEqual(['each', 'p', 'plays', 'test', 'url']);
  expect(commentsIn('a.test.tsx', source)).toEqual(['* A film. ', ' Play']);
  expect(testTitlesIn('a.test.tsx', source)).toEqual(['a "Play film" button of %s', 'films']);
  expect(['A film.', 'films', 'Film'].filter((text) => !betterProse('ui/a.tsx', text))).toEqual([]);
  expect(
    ['the button "Play film"', '`film`', 'filming'].filter((text) => betterProse('ui/a.tsx', text)),
  ).toEqual([]);
});
