import { expect, test } from 'vitest';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { buttonsOf, faultsOf } from '#tests/support/mail-faults.ts';
import { type Sample, sampleOf, samplePictures, textsOf } from '#tests/support/mail-samples.ts';
import { followMailTemplates as templates } from './follow-mail-templates.ts';

const follow = {
  name: 'Wulfenite',
  list: '/?search=wulfenite',
  path: '/follow#follow=3&key=mailed',
  pieces: [],
  more: 0,
};
const piece = (id: number, change: object = {}) =>
  ({
    id,
    title: `Wulfenite ${id}`,
    forSale: true,
    price: '120.00',
    status: 'available',
    main: { kind: 'picture', ...samplePictures[id % 3] },
    ...change,
  }) as Specimen;

const samples: Sample[] = [
  sampleOf('follow_question', templates.follow_question, follow),
  sampleOf('a list that is not named', templates.follow_question, { ...follow, name: null }),
  sampleOf('follow_news', templates.follow_news, {
    ...follow,
    pieces: [
      piece(1),
      piece(2, { status: 'pending' }),
      piece(3, { price: 'Price on request' }),
      piece(4, { forSale: false }),
    ],
    more: 3,
  }),
  sampleOf('news of one piece', templates.follow_news, { ...follow, pieces: [piece(1)] }),
  sampleOf('news of twenty pieces', templates.follow_news, {
    ...follow,
    pieces: Array.from({ length: 20 }, (_, id) => piece(id)),
    more: 80,
  }),
];

test('the plain text of every email alert is as it was written down', async () => {
  await expect(textsOf(samples)).toMatchFileSnapshot('follow-mail-texts.txt');
});

test.each(samples.map((sample) => [sample.name, sample] as const))(
  '%s is laid out as every mail program can show it',
  async (_, sample) => {
    expect(await faultsOf(sample)).toEqual([]);
  },
);

test('the button confirms, or leads to the list; the pieces and the end of the alert are links beside it', () => {
  expect(samples.map(buttonsOf)).toEqual([
    ['Confirm email alerts'],
    ['Confirm email alerts'],
    ['See the whole list'],
    ['See the whole list'],
    ['See the whole list'],
  ]);
});
