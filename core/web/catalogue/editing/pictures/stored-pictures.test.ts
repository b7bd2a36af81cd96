import { describe, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Picture } from '#core/contract/media/media.ts';
import type { Pin } from '#core/contract/media/pins.ts';
import { moveTo } from '#ui/lib/move-to.ts';
import { fileItem } from './picture-items.ts';
import {
  describePictures,
  imagesEditOf,
  isRearranged,
  mainOf,
  picturesOf,
  restoredPictures,
  withFollowedTitle,
  withMain,
  withStored,
} from './stored-pictures.ts';

const picture = (id: string): Picture => ({
  kind: 'picture',
  id,
  width: 8,
  height: 6,
  widths: [],
  complete: true,
  placeholder: '',
  alt: `The ${id}`,
  light: id === 'glow' ? 'long-wave-uv' : null,
});
const specimenWith = (...ids: string[]) =>
  ({ main: picture('front'), additional: ids.map(picture) }) as SpecimenDetail;
const chip: Pin = { kind: 'chip', x: 0.25, y: 0.8, note: '2 mm' };
const stored = specimenWith('side', 'glow');

describe('the arrangement of stored pictures', () => {
  test('counts as changed only after something is moved, described, added or removed', () => {
    const draft = picturesOf(stored);
    expect(isRearranged(draft, stored)).toBe(false);
    expect(isRearranged({ ...draft, mainAlt: ' The front ' }, stored)).toBe(false);
    expect(isRearranged({ ...draft, mainAlt: 'From the front' }, stored)).toBe(true);
    expect(isRearranged({ ...draft, mainLight: 'daylight' }, stored)).toBe(true);
    expect(isRearranged({ ...draft, mainPins: [chip] }, stored)).toBe(true);
    expect(
      isRearranged(
        { ...draft, items: draft.items.map((item) => ({ ...item, pins: [chip] })) },
        stored,
      ),
    ).toBe(true);
    expect(
      isRearranged(
        { ...draft, items: draft.items.map((item) => ({ ...item, asTaken: true })) },
        stored,
      ),
    ).toBe(true);
    expect(isRearranged({ ...draft, items: moveTo(draft.items, 'glow', 0) }, stored)).toBe(true);
    expect(
      isRearranged(
        { ...draft, items: [...draft.items, fileItem(new File(['x'], 'a.jpg'))] },
        stored,
      ),
    ).toBe(true);
    const removed = draft.items.map((item) => ({ ...item, isRemoved: item.key === 'side' }));
    expect(isRearranged({ ...draft, items: removed }, stored)).toBe(true);
    expect(imagesEditOf({ ...draft, items: removed }, stored).images).toEqual([
      { mediaId: 'glow', alt: 'The glow', light: 'long-wave-uv', pins: [], asTaken: false },
    ]);
  });

  test('keeps position and description of a file when it is stored', () => {
    const { items, ...main } = picturesOf(stored);
    const [back, base] = [
      fileItem(new File(['x'], 'back.jpg')),
      fileItem(new File(['x'], 'base.jpg')),
    ];
    const mixed = [
      { ...base, alt: 'Its base', pins: [{ ...chip, note: ' 3 mm ' }] },
      ...items,
      back,
    ];
    const after = specimenWith('side', 'glow', 'new-base', 'new-back');
    const arranged = withStored({ ...picturesOf(stored), items: mixed }, after);
    expect(
      imagesEditOf({ ...main, mainLight: 'daylight', mainPins: [chip], items: arranged }, after),
    ).toEqual({
      main: { alt: 'The front', light: 'daylight', pins: [chip], asTaken: false },
      images: [
        {
          mediaId: 'new-base',
          alt: 'Its base',
          light: null,
          pins: [{ ...chip, note: '3 mm' }],
          asTaken: false,
        },
        { mediaId: 'side', alt: 'The side', light: null, pins: [], asTaken: false },
        { mediaId: 'glow', alt: 'The glow', light: 'long-wave-uv', pins: [], asTaken: false },
        { mediaId: 'new-back', alt: 'The new-back', light: null, pins: [], asTaken: false },
      ],
    });
  });

  test('has another main picture, and the one before in its place, until it is put back', () => {
    const swapped = withMain(picturesOf(stored), 'glow', stored);
    expect(mainOf(swapped, stored).id).toBe('glow');
    expect(isRearranged(swapped, stored)).toBe(true);
    expect(imagesEditOf(swapped, stored)).toEqual({
      main: { mediaId: 'glow', alt: 'The glow', light: 'long-wave-uv', pins: [], asTaken: false },
      images: [
        { mediaId: 'side', alt: 'The side', light: null, pins: [], asTaken: false },
        { mediaId: 'front', alt: 'The front', light: null, pins: [], asTaken: false },
      ],
    });
    expect(isRearranged(withMain(swapped, 'front', stored), stored)).toBe(false);
    const file = fileItem(new File(['x'], 'a.jpg'));
    const draft = { ...picturesOf(stored), items: [file] };
    expect(withMain(draft, file.key, stored)).toBe(draft);
    // A file that is stored meanwhile is not taken for the main one.
    const after = { ...specimenWith('side', 'glow', 'new') };
    expect(
      withStored({ ...swapped, items: [...swapped.items, file] }, after).map(({ key }) => key),
    ).toEqual(['side', 'front', 'new']);
    // One that somebody else removed is no main picture.
    expect(imagesEditOf(swapped, specimenWith('side'))).toMatchObject({
      images: [{ mediaId: 'side' }],
    });
    expect(imagesEditOf(swapped, specimenWith('side'))).not.toHaveProperty('main');
  });

  test('follows a new title where nobody has described a picture', () => {
    const draft = picturesOf(stored);
    const typed = {
      ...draft,
      items: draft.items.map((item) =>
        item.key === 'side' ? { ...item, alt: 'From the side' } : item,
      ),
    };
    const amethyst = <M extends object>(medium: M) => ({ ...medium, alt: 'Amethyst' });
    const { main, additional } = stored;
    const now = {
      ...stored,
      title: 'Amethyst',
      main: amethyst(main),
      additional: additional.map(amethyst),
    };
    const { mainAlt, items } = withFollowedTitle(typed, stored, now);
    expect([mainAlt, ...items.map(({ alt }) => alt)]).toEqual([
      'Amethyst',
      'From the side',
      'Amethyst',
    ]);
  });

  test('leaves out pictures that somebody else removed meanwhile', () => {
    expect(
      imagesEditOf(picturesOf(stored), specimenWith('glow')).images.map(({ mediaId }) => mediaId),
    ).toEqual(['glow']);
  });

  test('is described in words', () => {
    expect(describePictures(picturesOf(stored))).toBe(
      'Main photo: The front\n2 additional\n– The side\n– The glow, long-wave-uv',
    );
    expect(
      describePictures({
        mainId: 'front',
        mainAlt: '',
        mainLight: 'daylight',
        mainPins: [chip],
        mainAsTaken: true,
        items: [],
      }),
    ).toBe('Main photo: no description, daylight, Chip, 2 mm (25 %, 80 %), as taken\n0 additional');
  });
});

test('a draft brings its arrangement back, but after a change in the shop only its new files', () => {
  const specimen = { ...stored, version: 3 };
  const file = fileItem(new File(['x'], 'new.jpg', { type: 'image/jpeg' }));
  const draft = picturesOf(specimen);
  const [first, ...rest] = draft.items;
  const typed = { ...draft, mainAlt: 'Typed', items: [...rest, ...(first ? [first] : []), file] };
  expect(
    restoredPictures({ pictures: typed, base: { version: specimen.version } }, specimen),
  ).toEqual(typed);
  const later = { ...specimen, version: specimen.version + 1 };
  expect(restoredPictures({ pictures: typed, base: { version: specimen.version } }, later)).toEqual(
    {
      ...draft,
      items: [...draft.items, file],
    },
  );
});
