import { expect, test } from 'vitest';
import { cut } from '../../scripts/cut-styles.ts';
import { createPageStyles } from './page-styles.ts';

/** What is chosen of a stylesheet for a page that has two paragraphs, with the classes `card`, `sm:w-1/2` and `&:hover` and a title. */
const chosenOf = (css: string) =>
  createPageStyles(cut(css))('<p class="card"></p><p title="x" class="sm:w-1/2 &amp;:hover"></p>');

test.each([
  'p{color:red}',
  '*,:before{color:red}',
  '.card{color:red}',
  '.card>p{color:red}',
  '[title]{color:red}',
  '.card:before{content:"}"}',
  '.card:has(+p,.absent){color:red}',
  '.card:has(+p){color:red}',
  '.sm\\:w-1\\/2{width:50%}',
  '.\\&\\:hover{color:red}',
  '.card:not(.absent){color:red}',
  ':where(.card>:not(:last-child)){margin:0}',
  ':is(.absent,p){color:red}',
  '.card:not(:hover){color:red}',
  ':is(.card:hover,p){color:red}',
  '.card{color:red;& .absent{color:blue}}',
  '@media (width>=40rem){@supports (color:red){.card{color:red}}}',
  '@layer base,utilities;',
])('%s stays', (css) => {
  expect(chosenOf(css)).toBe(css);
});

test.each([
  '.absent{color:red}',
  '.card.absent{color:red}',
  '.card .absent,.other{color:red}',
  ':where(.absent>*){margin:0}',
  'a{color:red}',
  '.card>a{color:red}',
  '[role=tab]{color:red}',
  '.card:hover{color:red}',
  '.card:is(:hover,:focus-within) p{color:red}',
  '.card:has(:focus-visible){color:red}',
  'p:has(.absent){color:red}',
  'p:disabled{color:red}',
  'p::selection{color:red}',
  '@media print{.card{color:red}}',
  '@media screen{.absent{color:red}}',
  '@keyframes rise{0%{opacity:0}}',
  '@property --absent{syntax:"*";inherits:false}',
  '/*! words */',
])('%s is left to the whole stylesheet', (css) => {
  expect(chosenOf(css)).toBe('');
});

test('layers keep their order, and stand-ins for what browsers have are left out', () => {
  const css =
    '@layer properties{@supports (not (a:b)){*{--x:0}}}@layer theme{.absent{color:red}}@layer base{p{margin:0}}';
  expect(chosenOf(css)).toBe('@layer properties;@layer theme;@layer base{p{margin:0}}');
});

test('what moves and the properties that are typed come with the rules that name them', () => {
  const unused = '@property --y{syntax:"*";inherits:false}';
  const named = '@keyframes rise{0%{opacity:0}}@property --x{syntax:"*";inherits:false}';
  const rule = '.card{animation:rise 1s;width:var(--x)}';
  expect(chosenOf(`${named}${unused}@layer a{${rule}}`)).toBe(`@layer a{${rule}}${named}`);
});

test('what moves in no rule of the page stays away, though another name begins like its own', () => {
  const rise = '@keyframes rise-in{0%{opacity:0}}';
  const rule = '.card{animation:rise-in 1s}';
  expect(chosenOf(`@keyframes rise{0%{opacity:0}}${rise}${rule}`)).toBe(`${rule}${rise}`);
});

test('a property is set that the steps of a movement read', () => {
  const css = '.card{--a:0;animation:rise 1s}@keyframes rise{0%{top:var(--a)}}';
  expect(chosenOf(css)).toBe(css);
});

test('a stylesheet that cannot be read fails the build', () => {
  expect(() => cut('.card{color:red}.card{top 0}')).toThrow('expected: 0}');
});

test('of a list of selectors those stay that the page has something for', () => {
  expect(chosenOf('.absent,.card:before,a,[title]{color:red}')).toBe(
    '.card:before,[title]{color:red}',
  );
});

test('what asks for colours that every browser has is said without asking', () => {
  const rule = '.card{color:color-mix(in oklab,red 50%,blue)}';
  expect(chosenOf(`@supports (color:color-mix(in lab, red, red)){${rule}}`)).toBe(rule);
});

test('a property of our own is set where something reads it', () => {
  const css =
    '@layer a{p{--a:0;--b:1;--c:2}.card{--d:var(--e);--e:3}}.card{--f:;width:var(--a)}.card{--g:4;& p{--h:5;height:0}}';
  const moves = '@keyframes move{to{top:var(--b)}}';
  const choose = createPageStyles(cut(`${css}${moves}`));
  expect(choose('<p class="card" style="height:var(--c)">')).toBe(
    '@layer a{p{--a:0;--b:1;--c:2}}.card{width:var(--a)}.card{& p{--h:5;height:0}}',
  );
  expect(createPageStyles(cut('@layer a{p{--x:0}}.card{--y:0}'))('<p class="card">')).toBe(
    '@layer a;',
  );
});

test('a declaration that is repeated at once is written once', () => {
  expect(chosenOf('p{color:red;color:red;top:0;color:blue;color:red}')).toBe(
    'p{color:red;top:0;color:blue;color:red}',
  );
});
