import { expect, test } from 'vitest';
import { entryEnds } from '#features/waiting-list/contract/waiting-rules.ts';
import { buttonsOf, faultsOf } from '#tests/support/mail-faults.ts';
import { type Sample, sampleOf, samplePictures, textsOf } from '#tests/support/mail-samples.ts';
import { type MailedEntry, waitingMailTemplates as templates } from './waiting-mail-templates.ts';

const entry: MailedEntry = {
  title: 'Imperial topaz, Ouro Preto',
  path: '/in-line#entry=3&key=mailed',
  price: null,
  picture: samplePictures[0] ?? null,
  hours: 24,
  offeredUntil: null,
  isRenewed: false,
  endedAs: null,
};
const offer = {
  ...entry,
  price: '$620.00, plus $9.50 shipping',
  picture: samplePictures[0] ?? null,
  offeredUntil: '2026-11-22T09:00:00.000Z',
};

const samples: Sample[] = [
  sampleOf('waiting_question', templates.waiting_question, entry),
  sampleOf('waiting_offer', templates.waiting_offer, offer),
  sampleOf('an offer made again, of a piece without price', templates.waiting_offer, {
    ...offer,
    price: null,
    picture: samplePictures[0] ?? null,
    isRenewed: true,
  }),
  ...entryEnds.map((endedAs) =>
    sampleOf(`waiting_ended: ${endedAs}`, templates.waiting_ended, { ...entry, endedAs }),
  ),
];

test('the plain text of every mail about a waiting list is as it was written down', async () => {
  await expect(textsOf(samples)).toMatchFileSnapshot('waiting-mail-texts.txt');
});

test.each(samples.map((sample) => [sample.name, sample] as const))(
  '%s is laid out as every mail program can show it',
  async (_, sample) => {
    expect(await faultsOf(sample)).toEqual([]);
  },
);

test('the button joins, buys, or leads back to a piece whose turn has passed', () => {
  const buttons = Object.fromEntries(samples.map((sample) => [sample.name, buttonsOf(sample)]));
  expect(buttons).toMatchObject({
    waiting_question: ['Join the waiting list'],
    waiting_offer: ['Buy it'],
    'waiting_ended: passed': ['See the piece'],
    'waiting_ended: sold': [],
  });
});
