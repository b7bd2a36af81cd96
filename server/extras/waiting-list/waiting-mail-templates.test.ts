import { expect, test } from 'vitest';
import { entryEnds } from '#contract/extras/waiting-list/waiting-rules.ts';
import { type Sample, sampleOf, textsOf } from '#tests/support/mail-samples.ts';
import { type MailedEntry, waitingMailTemplates as templates } from './waiting-mail-templates.ts';

const entry: MailedEntry = {
  title: 'Imperial topaz, Ouro Preto',
  path: '/in-line#entry=3&key=mailed',
  price: null,
  picture: null,
  hours: 24,
  offeredUntil: null,
  isRenewed: false,
  endedAs: null,
};
const offer = {
  ...entry,
  price: '$620.00, plus $9.50 shipping',
  picture: '/media/topaz-640.jpg',
  offeredUntil: '2026-11-22T09:00:00.000Z',
};

const samples: Sample[] = [
  sampleOf('waiting_question', templates.waiting_question, entry),
  sampleOf('waiting_offer', templates.waiting_offer, offer),
  sampleOf('an offer made again, of a piece without price', templates.waiting_offer, {
    ...offer,
    price: null,
    picture: null,
    isRenewed: true,
  }),
  ...entryEnds.map((endedAs) => sampleOf(`waiting_ended: ${endedAs}`, templates.waiting_ended, { ...entry, endedAs })),
];

test('the plain text of every mail about a waiting list is as it was written down', async () => {
  await expect(textsOf(samples)).toMatchFileSnapshot('waiting-mail-texts.txt');
});
