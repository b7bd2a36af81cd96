import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Intake } from '#features/intake/contract/intakes.ts';
import type { LabelSheet } from '#features/paper/contract/label-sheets.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import { shotCodes, shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';

/** What became of the stone that was photographed after the code: its row, with what the owner is asked of it, or why it is unassigned. */
type Fate = { number: string; problems: string[] } | { reason: string };

const waits = (number: string, problem = 'unknown'): Fate => ({ number, problems: [problem] });
/** A code of ours that names no number is a label nobody can read: what follows it waits for the owner. */
const UNREADABLE: Fate = { reason: 'after-unreadable-label' };
/** Foreign codes are part of a picture, as those on a parcel or an old label are: what follows belongs to the label before. */
const FOREIGN = 'the label before';

const allCases: [what: string, codes: string | string[], fate: Fate | typeof FOREIGN][] = [
  ['a script', '<script>alert(1)</script>', FOREIGN],
  ['an address of a script', 'javascript:alert(document.cookie)', FOREIGN],
  ['an address elsewhere', 'https://evil.example/specimen/1', FOREIGN],
  [
    'an address that only begins like ours',
    'http://localhost:3000.evil.example/specimen/1',
    FOREIGN,
  ],
  [
    'an address with our name as its user',
    'http://localhost:3000@evil.example/specimen/1',
    FOREIGN,
  ],
  ['another page of ours', 'http://localhost:3000/api/auth/logout', FOREIGN],
  [
    'a piece of ours that is labelled',
    'http://localhost:3000/specimen/1',
    waits('TAKEN-1', 'used'),
  ],
  [
    'a piece that never was',
    'http://localhost:3000/specimen/2147483647',
    waits('#2147483647', 'used'),
  ],
  ['a piece beyond all ids', 'http://localhost:3000/specimen/99999999999999999999', FOREIGN],
  ['2,500 letters', 'x'.repeat(2_500), UNREADABLE],
  ['2,500 letters as a label of ours', `DRUSE:${'9'.repeat(2_500)}`, UNREADABLE],
  ['an absurd number', `DRUSE:${'9'.repeat(40)}`, waits('9'.repeat(40))],
  ['a number that is too long', `DRUSE:${'9'.repeat(41)}`, UNREADABLE],
  ['a negative number', 'DRUSE:-1', waits('-1')],
  ['no number', 'DRUSE:', UNREADABLE],
  ['the number of another shop’s label', 'DRUSE:ELSEWHERE-7', waits('ELSEWHERE-7')],
  ['a number that is a piece’s', 'DRUSE:taken-2', waits('taken-2', 'used')],
  ['the name of a piece without a number', 'DRUSE:#2', waits('#2')],
  [
    'a number that is a script',
    'DRUSE:<script>alert(1)</script>',
    waits('<script>alert(1)</script>'),
  ],
  ['a number that is part of a query', `DRUSE:' OR 1=1 --`, waits(`' OR 1=1 --`)],
  ['a number with a control character', 'DRUSE:C-1\u0007', waits('C-1<BEL>')],
  ['a number with a NUL', 'DRUSE:C\u0000-2', waits('C<NUL>-2')],
  ['NULs alone', '\u0000\u0000', FOREIGN],
  ['a number that turns its direction', 'DRUSE:\u202eA-2', UNREADABLE],
  ['a number with a right-to-left mark', 'DRUSE:\u200fA-2', UNREADABLE],
  ['a number with a letter that has no width', 'DRUSE:A\u200b-2', UNREADABLE],
  ['two labels', ['DRUSE:C-2', 'DRUSE:C-3'], { reason: 'after-several-labels' }],
  [
    'a label beside an address elsewhere',
    ['DRUSE:B-1', 'https://evil.example/'],
    { number: 'B-1', problems: [] },
  ],
];

/** Each is three photos. The last one shows a label that would be missed otherwise. */
const cases = isThorough
  ? allCases
  : allCases.filter((_, index) => index % 4 === 0 || index === allCases.length - 1);
/** Photos are read at low priority, which gets little time on a busy machine. */
const TIMEOUT_MS = 600_000;

onDatabases(isThorough ? ['sqlite', 'postgres'] : ['sqlite'], (makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { ffmpeg: null } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test(
    'nothing that a code says puts what follows it onto a wrong piece, or is more than text',
    async () => {
      const taken = ['TAKEN-1', 'TAKEN-2'].map((catalogueNumber) => ({
        title: catalogueNumber,
        catalogueNumber,
      }));
      expect(await addSpecimens(shop.ctx, taken)).toEqual([1, 2]);
      const { numbers } = (
        await admin.post('/api/manage/label-sheets', { count: cases.length, first: 'A-001' })
      ).json<LabelSheet>();
      await admin.post('/api/manage/label-sheets', { count: 1, first: 'B-1' });
      const { id } = (await admin.post('/api/manage/intakes')).json<Intake>();
      let second = 0;
      const take = async (
        shoot: (shot: { time: string; width: number; height: number }) => Promise<Buffer>,
        name: string,
        width = 300,
      ) => {
        second += 1;
        const time = `2026:11:20 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
        const parts = [
          filePart('file', await shoot({ time, width, height: width * 0.75 }), name),
          { name: 'data', value: JSON.stringify({ modifiedAt: 1_763_629_200_000 }) },
        ];
        const response = await admin.request({
          method: 'POST',
          url: `/api/manage/intakes/${id}/files`,
          ...formOf(parts),
        });
        expect([response.statusCode, response.body]).toEqual([
          200,
          JSON.stringify({ name, refusal: null }),
        ]);
      };
      for (const [index, [what, codes]] of cases.entries()) {
        await take((shot) => shotLabel(numbers[index] ?? '', shot), `label before ${what}`);
        await take(
          (shot) => shotCodes([codes].flat(), shot),
          what,
          codes.length > 500 ? 1_600 : 600,
        );
        await take(
          (shot) => shotStone({ ...shot, seed: index / cases.length }),
          `stone after ${what}`,
        );
      }

      const { files, rows, unassigned } = (
        await admin.get(`/api/manage/intakes/${id}`)
      ).json<Intake>();
      const fateOf = (what: string): Fate => {
        const stone = files.find(({ name }) => name === `stone after ${what}`)?.id ?? 0;
        const row = rows.find(({ pictures }) => pictures.includes(stone));
        if (row) return { number: row.number, problems: row.problems };
        return { reason: unassigned.find(({ file }) => file === stone)?.reason ?? '' };
      };
      expect(Object.fromEntries(cases.map(([what]) => [what, fateOf(what)]))).toEqual(
        Object.fromEntries(
          cases.map(([what, , fate], index) => [
            what,
            fate === FOREIGN ? { number: numbers[index], problems: [] } : fate,
          ]),
        ),
      );
    },
    TIMEOUT_MS,
  );
});
