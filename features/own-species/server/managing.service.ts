import { isDeepStrictEqual } from 'node:util';
import {
  type OwnField,
  type OwnValues,
  ownFields,
  type RowValues,
} from '#core/contract/catalogue/own-values.ts';
import {
  type Species,
  speciesKinds,
  type Variety,
  varietyKinds,
} from '#core/contract/catalogue/species.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { reindexSpecimens } from '#core/server/catalogue/search/reindexing.service.ts';
import {
  nameOf,
  ownMarkOf,
  shippedTable,
  speciesNamed,
  speciesTable,
  tableWith,
} from '#core/server/catalogue/species/species.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type {
  ListedSpecies,
  ManagedSpecies,
  NewOwnSpecies,
  OwnSpeciesInput,
  SpeciesList,
} from '#features/own-species/contract/own-species.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { refuseStale, versionOf } from '#platform/http/if-match.ts';
import {
  deleteOwnSpecies,
  type OwnSpeciesRow,
  putOwnSpecies,
  selectOwnSpecies,
} from './own-species.queries.ts';
import { ownSpecies, refreshOwnSpecies } from './own-species.service.ts';
import { fieldsOf, nothingSaid, pick, rowsByName, speciesOf, valuesOf } from './own-table.ts';

const noSuchSpecies = () =>
  new Problem('not_found', 'There’s no species or variety of that name in the table');
const refused = (path: string, message: string) => invalidField(path, message);

export async function listSpecies(ctx: Context): Promise<SpeciesList> {
  await refreshOwnSpecies(ctx.db);
  const { species, varieties } = speciesTable();
  const rows = [...species, ...varieties]
    .map(listed)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { rows, unused: [...ownSpecies().unused] };
}

function listed(row: Species | Variety): ListedSpecies {
  const { name, kind, synonyms, foreignNames } = row;
  const mark = ownMarkOf(name);
  return {
    name,
    of: speciesOf(row),
    kind,
    names: [...synonyms, ...foreignNames],
    own: mark && (mark.isAdded ? 'added' : 'changed'),
    fields: [...(mark?.fields ?? [])],
    disputed: Object.keys(ownRowOf(name)?.before ?? {}) as OwnField[],
  };
}

const ownRowOf = (name: string) => ownSpecies().own.find((row) => row.name === name);

/** @throws Problem not_found */
export async function readSpecies(ctx: Context, slug: string): Promise<ManagedSpecies> {
  await refreshOwnSpecies(ctx.db);
  const row = rowOfSlug(slug);
  const shipped = rowsByName(shippedTable().table).get(row.name);
  const own = ownRowOf(row.name);
  const before = Object.entries(own?.before ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...listed(row),
    values: valuesOf(row),
    shipped: shipped ? valuesOf(shipped) : null,
    before: Object.fromEntries(before),
    source: own?.source ?? '',
    version: await versionIn(ctx.db, row.name),
  };
}

function rowOfSlug(slug: string): Species | Variety {
  const { species, varieties } = speciesTable();
  const row = [...species, ...varieties].find(({ name }) => slugOf(name) === slug);
  if (!row) throw noSuchSpecies();
  return row;
}

const versionIn = async (db: Db | Tx, name: string): Promise<string> =>
  versionOf((await selectOwnSpecies(db)).find((row) => row.name === name) ?? null);

/** @throws Problem invalid_input where the name is taken or a value is refused. */
export async function addSpecies(
  ctx: Context,
  { name, of, values, source }: NewOwnSpecies,
): Promise<ManagedSpecies> {
  await write(ctx, 'species_added', name, async (act) =>
    put(act, newName({ name, of }), { values, source }),
  );
  return readSpecies(ctx, slugOf(name));
}

/**
 * Values equal to the table's follow it again.
 * @throws Problem not_found; changed_meanwhile where it has another version; invalid_input where a
 * value is refused.
 */
export async function changeSpecies(
  ctx: Context,
  slug: string,
  input: OwnSpeciesInput,
  ifMatch?: string,
): Promise<ManagedSpecies> {
  await refreshOwnSpecies(ctx.db);
  const row = rowOfSlug(slug);
  await write(ctx, 'species_changed', row.name, async (act) => {
    refuseStale(ifMatch, await versionIn(act.tx, row.name));
    return put(act, { name: row.name, of: speciesOf(row) }, input);
  });
  return readSpecies(ctx, slug);
}

/**
 * The row is the table's again, or gone where the table has none.
 * @throws Problem not_found, state_conflict
 */
export async function removeSpecies(ctx: Context, slug: string): Promise<void> {
  await refreshOwnSpecies(ctx.db);
  const name = ownSpecies().unused.find((one) => slugOf(one) === slug) ?? rowOfSlug(slug).name;
  await write(ctx, 'species_removed', name, async ({ tx }) => {
    const varieties = speciesTable().varieties.filter(
      ({ of }) => of === name && ownMarkOf(name)?.isAdded,
    );
    if (varieties.length > 0)
      throw new Problem(
        'state_conflict',
        `Please remove its varieties first: ${varieties.map((one) => one.name).join(', ')}.`,
      );
    const stored = (await selectOwnSpecies(tx)).find((one) => one.name === name);
    if (!(await deleteOwnSpecies(tx, name))) throw noSuchSpecies();
    return differenceOf(name, stored, undefined);
  });
}

async function write(
  ctx: Context,
  kind: string,
  name: string,
  work: (act: Act) => Promise<Difference>,
): Promise<void> {
  await perform(ctx, 'owner', async (act) => {
    await lockTable(act);
    await act.record({ kind, data: { name, ...(await work(act)) } });
    act.afterCommit(() => followOwnSpecies(ctx));
  });
}

async function lockTable({ tx, dialect }: Act): Promise<void> {
  await lockNames(tx, dialect, ['own species']);
  await refreshOwnSpecies(tx);
}

type Difference = { before: OwnValues; after: OwnValues };

function differenceOf(
  name: string,
  stored: OwnSpeciesRow | undefined,
  planned: Planned | undefined,
): Difference {
  const shipped = rowsByName(shippedTable().table).get(name);
  const said = (own: Pick<Planned, 'said'> | undefined): OwnValues => ({
    ...(shipped && valuesOf(shipped)),
    ...own?.said,
  });
  const [before, after] = [said(stored), said(planned)];
  const fields = ownFields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return { before: pick(before, fields), after: pick(after, fields) };
}

export async function followOwnSpecies(ctx: Context): Promise<void> {
  await refreshOwnSpecies(ctx.db);
  await reindexSpecimens(ctx);
}

/** What the row leaves out stays as it is. */
export type SheetSpecies = {
  name: string;
  of: string | null;
  values: OwnValues;
  source: string | undefined;
};

/**
 * What is derived from the table follows at the end of the sheet (`followOwnSpecies`).
 * @throws Problem invalid_input where a value is refused.
 */
export async function importSpecies(
  ctx: Context,
  row: SheetSpecies,
  isDryRun: boolean,
): Promise<'added' | 'changed' | 'unchanged'> {
  const outcome = await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    await lockTable(act);
    const known = rowsByName(speciesTable()).get(row.name);
    const named = known ? { name: known.name, of: speciesOf(known) } : newName(row);
    const kind = named.of === null ? ('mineral' as const) : ('variety' as const);
    const values = { ...nothingSaid, kind, ...(known && valuesOf(known)), ...row.values };
    const stored = (await selectOwnSpecies(tx)).find(({ name }) => name === named.name);
    const planned = await plan(
      named,
      { values, source: row.source ?? stored?.source ?? '' },
      stored,
    );
    if (isDeepStrictEqual(planned && saidIn(planned), stored && saidIn(stored)))
      return 'unchanged' as const;
    if (!isDryRun) {
      await store(act, named.name, planned);
      const data = { name: named.name, ...differenceOf(named.name, stored, planned) };
      await act.record({ kind: known ? 'species_changed' : 'species_added', data });
      act.afterCommit(async () => void (await refreshOwnSpecies(ctx.db)));
    }
    return known ? ('changed' as const) : ('added' as const);
  });
  return outcome;
}

const saidIn = ({ said, source }: Pick<OwnSpeciesRow, 'said' | 'source'>) => [said, source];

type Named = { name: string; of: string | null };

/** @throws Problem invalid_input where there is a row of that name, or no such species. */
function newName({ name, of }: Named): Named {
  const taken = [...rowsByName(speciesTable()).keys()].find(
    (other) => slugOf(other) === slugOf(name),
  );
  if (taken !== undefined)
    throw refused('name', `“${taken}” is in the table already. Open it there to change it`);
  const species = of === null ? null : (speciesNamed(of)?.species.name ?? null);
  if (of !== null && species === null)
    throw refused('of', `There’s no species “${of}” in the table`);
  return { name, of: species };
}

type Planned = Omit<OwnSpeciesRow, 'updated_at'>;

/**
 * Undefined: nothing is stored, since every value is the table's.
 * @throws Problem invalid_input
 */
async function plan(
  { name, of }: Named,
  { values: typed, source }: OwnSpeciesInput,
  stored?: OwnSpeciesRow,
): Promise<Planned | undefined> {
  refuseOthersNames(name, typed);
  const kinds: readonly string[] = of === null ? speciesKinds : varietyKinds;
  if (!kinds.includes(typed.kind))
    throw refused('values.kind', `Please choose one of ${kinds.join(', ')}`);
  const shipped = rowsByName(shippedTable().table).get(name);
  const said = await ownOf({ name, of }, shipped !== undefined, typed);
  const fields = ownFields.filter((field) => said[field] !== undefined);
  if (shipped && fields.length === 0) return undefined;
  return {
    name,
    of,
    source,
    is_added: stored?.is_added ?? !shipped,
    said,
    shipped: shipped ? pick(valuesOf(shipped), fields) : {},
  };
}

async function store({ tx, now }: Act, name: string, planned: Planned | undefined): Promise<void> {
  if (!planned) {
    await deleteOwnSpecies(tx, name);
    return;
  }
  const json = { said: JSON.stringify(planned.said), shipped: JSON.stringify(planned.shipped) };
  await putOwnSpecies(tx, { ...planned, ...json, updated_at: now });
}

/** Stores only the dealer's own values. @throws Problem invalid_input */
async function put(act: Act, named: Named, input: OwnSpeciesInput): Promise<Difference> {
  const stored = (await selectOwnSpecies(act.tx)).find(({ name }) => name === named.name);
  const planned = await plan(named, input, stored);
  await store(act, named.name, planned);
  return differenceOf(named.name, stored, planned);
}

/** Each name may lead to only one row. */
function refuseOthersNames(name: string, { synonyms }: RowValues): void {
  for (const synonym of synonyms) {
    const found = speciesNamed(synonym);
    if (found && nameOf(found) !== name)
      throw refused('values.synonyms', `“${synonym}” already means ${nameOf(found)}`);
  }
}

/**
 * Values that differ from what the table, his species, formula and class give; unchanged ones are
 * not his, such as care notes that change with his formula.
 */
async function ownOf(
  { name, of }: Named,
  isShipped: boolean,
  typed: RowValues,
): Promise<OwnValues> {
  const others = ownSpecies().own.filter((row) => row.name !== name);
  const valuesWith = async (said: OwnValues): Promise<RowValues> => {
    const self = { name, of, isAdded: !isShipped, values: { kind: typed.kind, ...said } };
    const row = rowsByName(await tableWith([...others, self])).get(name);
    return row ? valuesOf(row) : { ...nothingSaid, kind: typed.kind };
  };
  const stored = rowsByName(speciesTable()).get(name);
  const current = stored ? valuesOf(stored) : nothingSaid;
  const isOwn = new Set(ownMarkOf(name)?.fields);
  const isSaid = (field: Exclude<OwnField, 'kind'>, base: RowValues) =>
    !isSame(typed[field], base[field]) &&
    (isOwn.has(field) || !isSame(typed[field], current[field]));
  const base = await valuesWith({});
  const plain = fieldsOf(of).filter(
    (field) => field !== 'kind' && field !== 'care' && isSaid(field, base),
  );
  const isCareSaid = isSaid('care', await valuesWith(pick(typed, plain)));
  const isKindSaid = typed.kind !== rowsByName(shippedTable().table).get(name)?.kind;
  return pick(typed, [
    ...(isKindSaid ? (['kind'] as const) : []),
    ...plain,
    ...(isCareSaid ? (['care'] as const) : []),
  ]);
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return isDeepStrictEqual(one, other);
  return (
    one.length === other.length &&
    one.every((item) => other.some((same) => isDeepStrictEqual(item, same)))
  );
}
