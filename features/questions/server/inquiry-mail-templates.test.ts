import { expect, test } from 'vitest';
import { blocksOf, toText } from '#core/server/messages/mail/mail-body.ts';
import { buttonsOf, faultsOf } from '#tests/support/mail-faults.ts';
import {
  MARKUP,
  type Sample,
  sampleOf,
  samplePictures,
  sampleShop,
  textsOf,
} from '#tests/support/mail-samples.ts';
import { inquiryMailTemplates as templates } from './inquiry-mail-templates.ts';

const inquiry = {
  id: 5,
  title: 'Imperial topaz, Ouro Preto',
  path: '/specimen/1',
  picture: samplePictures[0] ?? null,
  name: 'Ivo Stein',
  email: 'ivo@asker.example',
  question: 'Is the termination complete?\n\nAnd does it ship to Canada?',
  askedAt: '2026-11-21T09:00:00.000Z',
  answer: '',
};

const samples: Sample[] = [
  sampleOf('inquiry', templates.inquiry, inquiry),
  sampleOf('inquiry_answer', templates.inquiry_answer, {
    ...inquiry,
    answer: 'Yes, it is complete.\n\nAnd yes, we ship to Canada.',
  }),
  sampleOf('a question that looks like markup', templates.inquiry, {
    ...inquiry,
    question: MARKUP,
    title: MARKUP,
    name: MARKUP,
    path: `/${MARKUP}`,
  }),
];

test('the plain text of every mail about a question is as it was written down', async () => {
  await expect(textsOf(samples)).toMatchFileSnapshot('inquiry-mail-texts.txt');
});

test.each(samples.map((sample) => [sample.name, sample] as const))(
  '%s is laid out as every mail program can show it',
  async (_, sample) => {
    expect(await faultsOf(sample)).toEqual([]);
  },
);

test('the button leads the admin to the inbox; the asker has none', () => {
  expect(samples.map((sample) => buttonsOf(sample)[0])).toEqual([
    'Answer in the inbox',
    undefined,
    'Answer in the inbox',
  ]);
});

test('an answer that is sent again still has the question as a quote', () => {
  const blocks = blocksOf(toText(samples[1]?.blocks ?? []), sampleShop.origin);
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'paragraph',
    'paragraph',
    'quote',
    'closing',
  ]);
});
