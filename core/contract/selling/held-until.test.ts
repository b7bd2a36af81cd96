import { expect, test } from 'vitest';
import { heldUntilText } from './held-until.ts';

test.each([
  ['America/New_York', 'Nov 24, 2026, 4:00 AM EST'],
  ['Europe/Berlin', 'Nov 24, 2026, 10:00 AM GMT+1'],
  ['no/zone', 'Nov 24, 2026, 9:00 AM UTC'],
])('a hold’s end in %s names the zone', (timeZone, words) => {
  expect(heldUntilText('2026-11-24T09:00:00.000Z', timeZone)).toBe(`On hold until ${words}`);
});

test('a hold’s end without a zone is in the reader’s own', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const at = '2026-11-24T09:00:00.000Z';
  expect(heldUntilText(at)).toBe(heldUntilText(at, timeZone));
});
