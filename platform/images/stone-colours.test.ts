import path from 'node:path';
import { expect, test } from 'vitest';
import {
  colourName,
  colourNames,
  stoneColourNames,
  stoneColours,
} from '#core/contract/catalogue/stone-colours.ts';
import { DEMO_FOLDER } from '#core/server/transfer/demo/demo.service.ts';
import { readDemoData } from '#core/server/transfer/demo/demo-data.ts';
import { disc, photographed } from '#tests/support/drawn-stones.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { decodePicture } from './images.ts';
import { findStoneColours, labOf } from './stone-colours.ts';

const coloursOf = async (picture: Buffer | string) =>
  findStoneColours(await decodePicture(picture));
const red = disc('#b01828');
const vignette = `<radialGradient id="lit"><stop stop-color="#9a9a9a"/><stop offset="1" stop-color="#1a1a1a"/></radialGradient>
  <rect width="320" height="260" fill="url(#lit)"/>`;
const shadow = `<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><g filter="url(#soft)">${disc('#777', 175, 175, 75)}</g>`;
const metal = `<linearGradient id="metal" x2="0" y2="1"><stop stop-color="#c9cace"/><stop offset="1" stop-color="#5c5d62"/></linearGradient>`;

test.each([
  ['a red stone on grey', '#808080', red, ['red']],
  ['a red stone on black', '#0a0a0b', red, ['red']],
  ['a red stone on white', '#fafafa', red, ['red']],
  ['a pale stone on white', '#fdfdfd', disc('#e9e4e2'), ['white']],
  ['a pale blue stone on white', '#ffffff', disc('#8db7cf'), ['blue']],
  ['a dark stone on black', '#070708', disc('#1d1e22'), ['black']],
  ['a metallic stone on black', '#0c0c0d', metal + disc('url(#metal)'), ['grey', 'white']],
  [
    'two stones',
    '#efefef',
    disc('#1c7a46', 120, 120, 50) + disc('#5b2a9c', 205, 140, 50),
    ['violet', 'green'],
  ],
  ['a stone on a coloured cloth', '#14306b', disc('#d8b22c'), ['yellow']],
  ['a stone in front of a light', '#1a1a1a', vignette + disc('#2f62c4'), ['blue']],
  ['a stone with its shadow', '#f4f2ee', shadow + disc('#d98a1f'), ['orange']],
  [
    'a red stone on grey matrix',
    '#101012',
    disc('#8f8a82', 160, 160, 90) + disc('#b01828', 160, 100, 55),
    ['red'],
  ],
  ['a stone that fills the picture', '#7d48b5', '', ['violet']],
] as const)(
  '%s has its own colours, not those of the background',
  async (_, background, drawing, names) => {
    expect(colourNames(await coloursOf(await photographed(background, drawing)))).toEqual(names);
  },
);

test('the colours come close to what was painted, the larger part first', async () => {
  const stones = disc('#1c7a46', 110, 130, 60) + disc('#5b2a9c', 230, 130, 30);
  const [one, other] = await coloursOf(await photographed('#efefef', stones));
  expect([one, other]).toMatchObject([
    { L: expect.closeTo(45, -1), a: expect.closeTo(-39, -1), b: expect.closeTo(21, -1) },
    { L: expect.closeTo(30, -1), a: expect.closeTo(47, -1), b: expect.closeTo(-54, -1) },
  ]);
  // The larger disc has four times the area, before both lose their rim.
  expect((one?.share ?? 0) / (other?.share ?? 1)).toBeGreaterThan(3.5);
  expect((one?.share ?? 0) / (other?.share ?? 1)).toBeLessThan(5);
});

test('every name is that of its swatch', () => {
  for (const name of stoneColourNames) {
    const data = Buffer.from(stoneColours[name].swatch.slice(1), 'hex');
    expect([name, labOf({ data, width: 1, height: 1 }).map(colourName)]).toEqual([name, [name]]);
  }
});

test('nothing is said of a picture whose colours are not known', () => {
  expect(colourNames(null)).toEqual([]);
  expect(colourNames([])).toEqual([]);
});

/** Looked at one by one. The first name is what somebody would say who is asked for one colour. */
const demoColours: Record<string, string> = {
  'agate-botswana': 'grey',
  'amber-baltic': 'orange yellow brown',
  'amethyst-veracruz': 'violet',
  'ammonite-whitby': 'brown',
  'aquamarine-shigar': 'blue',
  'azurite-milpillas': 'blue',
  'calcite-elmwood': 'brown orange',
  'calcite-franklin': 'grey white',
  'cavansite-wagholi': 'blue',
  'celestine-sakoany': 'blue',
  chelyabinsk: 'grey',
  'dioptase-tsumeb': 'green',
  'elbaite-pederneira': 'green pink',
  'emerald-chivor-cut': 'green',
  'emerald-muzo': 'green',
  'fluorite-cave-in-rock': 'violet brown',
  'fluorite-rogerley': 'green',
  'galena-sweetwater': 'grey white',
  'malachite-katanga': 'green',
  'muonionalusta-slice': 'grey white',
  'opal-lightning-ridge': 'green brown',
  'pallasite-imilac': 'yellow brown',
  'petrified-wood-arizona': 'orange yellow brown red',
  'pyrite-navajun': 'grey yellow white',
  'quartz-arkansas': 'white grey',
  'rhodochrosite-sweet-home': 'red',
  'rubellite-trillion': 'red',
  'sapphire-ceylon': 'blue',
  'selenite-naica': 'white grey',
  'spessartine-fujian': 'orange brown',
  'spinel-mogok-cushion': 'red',
  'stibnite-ichinokawa': 'grey black',
  'sulfur-agrigento': 'yellow',
  'tanzanite-merelani': 'blue',
  'trilobite-elrathia': 'grey white',
  'vanadinite-mibladen': 'red',
  'wulfenite-los-lamentos': 'orange',
};

test.runIf(isThorough)('the demo’s main pictures have the colours that one sees', async () => {
  const { specimens, pictures } = await readDemoData(DEMO_FOLDER);
  const found: Record<string, string> = {};
  const loaded: Record<string, string> = {};
  for (const { files } of specimens) {
    const picture = pictures.find(({ source }) => source === files.main);
    const name = path.basename(files.main, '.jpg');
    found[name] = colourNames(
      await coloursOf(path.join(DEMO_FOLDER, 'renditions', `${picture?.stem}-320.jpg`)),
    ).join(' ');
    loaded[name] = colourNames(picture?.colours ?? null).join(' ');
  }
  expect(found).toEqual(demoColours);
  expect(loaded).toEqual(demoColours);
});
