/** Name, and the first three digits of its ZIP codes, as ranges. */
const states: Record<
  string,
  readonly [name: string, ...zips: (readonly [first: number, last: number])[]]
> = {
  AL: ['Alabama', [350, 369]],
  AK: ['Alaska', [995, 999]],
  AZ: ['Arizona', [850, 865]],
  AR: ['Arkansas', [716, 729]],
  CA: ['California', [900, 961]],
  CO: ['Colorado', [800, 816]],
  CT: ['Connecticut', [60, 69]],
  DE: ['Delaware', [197, 199]],
  DC: ['District of Columbia', [200, 205], [569, 569]],
  FL: ['Florida', [320, 339], [341, 349]],
  GA: ['Georgia', [300, 319], [398, 399]],
  HI: ['Hawaii', [967, 968]],
  ID: ['Idaho', [832, 838]],
  IL: ['Illinois', [600, 629]],
  IN: ['Indiana', [460, 479]],
  IA: ['Iowa', [500, 528]],
  KS: ['Kansas', [660, 679]],
  KY: ['Kentucky', [400, 427]],
  LA: ['Louisiana', [700, 714]],
  ME: ['Maine', [39, 49]],
  MD: ['Maryland', [206, 219]],
  MA: ['Massachusetts', [10, 27], [55, 55]],
  MI: ['Michigan', [480, 499]],
  MN: ['Minnesota', [550, 567]],
  MS: ['Mississippi', [386, 397]],
  MO: ['Missouri', [630, 658]],
  MT: ['Montana', [590, 599]],
  NE: ['Nebraska', [680, 693]],
  NV: ['Nevada', [889, 898]],
  NH: ['New Hampshire', [30, 38]],
  NJ: ['New Jersey', [70, 89]],
  NM: ['New Mexico', [870, 884]],
  NY: ['New York', [5, 5], [63, 63], [100, 149]],
  NC: ['North Carolina', [270, 289]],
  ND: ['North Dakota', [580, 588]],
  OH: ['Ohio', [430, 459]],
  OK: ['Oklahoma', [730, 732], [734, 749]],
  OR: ['Oregon', [970, 979]],
  PA: ['Pennsylvania', [150, 196]],
  RI: ['Rhode Island', [28, 29]],
  SC: ['South Carolina', [290, 299]],
  SD: ['South Dakota', [570, 577]],
  TN: ['Tennessee', [370, 385]],
  TX: ['Texas', [733, 733], [750, 799], [885, 885]],
  UT: ['Utah', [840, 847]],
  VT: ['Vermont', [50, 54], [56, 59]],
  VA: ['Virginia', [201, 201], [220, 246]],
  WA: ['Washington', [980, 994]],
  WV: ['West Virginia', [247, 268]],
  WI: ['Wisconsin', [530, 549]],
  WY: ['Wyoming', [820, 831], [834, 834]],
  PR: ['Puerto Rico', [6, 7], [9, 9]],
  VI: ['Virgin Islands', [8, 8]],
  GU: ['Guam', [969, 969]],
  AA: ['Armed Forces Americas', [340, 340]],
  AE: ['Armed Forces Europe', [90, 98]],
  AP: ['Armed Forces Pacific', [962, 966]],
};

/** Longer names first: West Virginia ends like Virginia. */
const byName = Object.entries(states)
  .map(([code, [name]]) => ({ code, name: name.toLowerCase() }))
  .toSorted((a, b) => b.name.length - a.name.length);

/** By two letters or the name; null: the text ends with none. */
export function stateAtEndOf(text: string): string | null {
  const letters = text.replaceAll('.', '').trim();
  const lower = letters.toLowerCase();
  const named = byName.find(
    ({ name }) => lower === name || lower.endsWith(` ${name}`) || lower.endsWith(`,${name}`),
  );
  if (named) return named.code;
  const code = /(?:^|[\s,])([A-Za-z]{2})$/.exec(letters)?.[1]?.toUpperCase();
  return code !== undefined && Object.hasOwn(states, code) ? code : null;
}

/** Idaho shares some ZIP codes with Wyoming. */
export function statesOfZip(zip: string): string[] {
  const beginning = Number(zip.slice(0, 3));
  return Object.entries(states).flatMap(([code, [, ...zips]]) =>
    zips.some(([first, last]) => first <= beginning && beginning <= last) ? [code] : [],
  );
}
