import { expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Medium } from '#core/contract/media/media.ts';
import type { SendLater } from '#core/web/desk-feature.ts';
import { sendLater, videoIdsOf } from './send-later.ts';

const file = (name: string) =>
  new File(['…'], name, { type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg' });
const medium = (kind: Medium['kind'], id: string) => ({ kind, id }) as Medium;
const [front, turning, side, back] = [
  file('front.jpg'),
  file('turning.mp4'),
  file('side.jpg'),
  file('back.mp4'),
];

test('each chosen video is the medium that the shop made of it, whatever lies between', () => {
  const media = [
    medium('picture', 'a'),
    medium('film', 'b'),
    medium('picture', 'c'),
    medium('film', 'd'),
  ];
  expect([...videoIdsOf([front, turning, side, back], media)]).toEqual([
    [turning, 'b'],
    [back, 'd'],
  ]);
  expect(videoIdsOf([front], [medium('picture', 'a')]).size).toBe(0);
});

test('where the shop has fewer videos, because two are the same, nothing goes to the wrong one', () => {
  expect(videoIdsOf([turning, back], [medium('film', 'b')]).size).toBe(0);
});

test('what belongs to a chosen video is sent to the medium that it became, and changes that one alone', async () => {
  const asked: (string | null)[] = [];
  const sending = (change: Awaited<ReturnType<SendLater>>): SendLater => {
    return async (id) => {
      asked.push(id);
      return change;
    };
  };
  const later = new Map([
    [turning, sending(null)],
    [back, sending((video) => ({ ...video, alt: 'Sent' }))],
  ]);
  const specimen = {
    main: medium('film', 'b'),
    additional: [medium('film', 'd')],
  } as SpecimenDetail;
  const media = [specimen.main, ...specimen.additional];
  expect(await sendLater(specimen, [turning, front, back], media, later)).toEqual({
    main: specimen.main,
    additional: [{ ...medium('film', 'd'), alt: 'Sent' }],
  });
  expect(asked.splice(0)).toEqual(['b', 'd']);
  // Unknown which is whose: nothing changes, and each is told so.
  expect(await sendLater(specimen, [turning, back], [specimen.main], later)).toEqual(specimen);
  expect(asked).toEqual([null, null]);
});
