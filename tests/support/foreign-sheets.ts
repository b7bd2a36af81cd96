/** Sheets that others wrote, in tests: what the shop understands of them, and what becomes of them. */
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type {
  ForeignLook,
  SheetLook,
  SheetMatching,
} from '#features/sheets/contract/sheet-look.ts';
import type { ImportReport } from '#features/sheets/contract/transfer.ts';
import type { Browser } from './app.ts';
import type { SuiteShop } from './suite-shop.ts';

/** The specimen with the catalogue number; null: none has it. */
export async function idOf({ database }: SuiteShop, number: string): Promise<number | null> {
  const query = database.db
    .selectFrom('specimens')
    .select('id')
    .where('catalogue_number', '=', number);
  return (await query.executeTakeFirst())?.id ?? null;
}

/** The same as the admin sees it. */
export const byNumber = async (here: SuiteShop, number: string): Promise<SpecimenDetail> =>
  (await here.admin.get(`/api/specimens/${await idOf(here, number)}`)).json();

const headers = { 'content-type': 'application/octet-stream' };

/** The response of a look. */
export const lookResponse = (
  admin: Browser,
  file: Uint8Array | string,
  matching?: SheetMatching,
) => {
  const query = matching ? `?matching=${encodeURIComponent(JSON.stringify(matching))}` : '';
  return admin.request({
    method: 'POST',
    url: `/api/manage/import/look${query}`,
    payload: Buffer.from(file),
    headers,
  });
};

/** What the shop understands of a sheet that is not its own. */
export async function lookOf(
  admin: Browser,
  file: Uint8Array | string,
  matching?: SheetMatching,
): Promise<ForeignLook> {
  const response = await lookResponse(admin, file, matching);
  const look: SheetLook = response.json();
  if (response.statusCode !== 200 || look.kind !== 'foreign') throw new Error(response.body);
  return look;
}

/** By heading, what each column becomes; those that are left out are not among them. */
export const targetsOf = ({ columns, matching }: ForeignLook): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ heading }, index) =>
      matching.columns[index] ? [[heading, matching.columns[index] ?? '']] : [],
    ),
  );

/** Imports a sheet as the shop would match it, or as is said. */
export async function importForeign(
  admin: Browser,
  file: Uint8Array | string,
  {
    dryRun = false,
    name = 'list.csv',
    ...more
  }: { dryRun?: boolean; name?: string; matching?: Partial<SheetMatching> } = {},
): Promise<ImportReport> {
  const matching = { ...(await lookOf(admin, file)).matching, ...more.matching };
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    name,
    matching: JSON.stringify(matching),
  });
  const response = await admin.request({
    method: 'POST',
    url: `/api/manage/import?${query}`,
    payload: Buffer.from(file),
    headers,
  });
  const event = JSON.parse(response.body.trim().split('\n').at(-1) ?? '');
  if (!('report' in event)) throw new Error(response.body);
  return event.report;
}
