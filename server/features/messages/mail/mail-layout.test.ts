import { expect, test } from 'vitest';
import { samples, textsOf } from '#tests/support/mail-samples.ts';

test('the plain text of every kind of mail is as it was written down', async () => {
  await expect(textsOf(samples)).toMatchFileSnapshot('mail-texts.txt');
});
