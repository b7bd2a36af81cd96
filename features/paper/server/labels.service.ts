import { placeOf } from '#core/contract/catalogue/fact-texts.ts';
import type { WrittenFormula } from '#core/contract/catalogue/formula.ts';
import { longestSide, sizeClassOf } from '#core/contract/catalogue/size-classes.ts';
import { parsePrice } from '#core/contract/money.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { findSpecies, formulaOf } from '#core/server/catalogue/species/species.service.ts';
import { listedInManage } from '#core/server/catalogue/specimens/editing/manage.service.ts';
import { specimensOf } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import type { LabelsQuery, SpecimenLabels } from '#features/paper/contract/paper.ts';
import { MAX_PRINTED_LABELS } from '#features/paper/contract/paper-sizes.ts';
import { isCodeWord, priceInCode } from '#features/paper/contract/price-code.ts';
import { catalogueNumbers } from './catalogue-numbers.service.ts';

/** Hidden specimens too, at most 500. */
export async function readLabels(
  ctx: Context,
  { specimens: ids, ...filters }: LabelsQuery,
): Promise<SpecimenLabels> {
  const { specimens, total } = ids
    ? await named(ctx, ids)
    : await listedInManage(ctx, filters, MAX_PRINTED_LABELS);
  const numbers = await catalogueNumbers(
    ctx.db,
    specimens.map(({ id }) => id),
  );
  const { codeWord } = await readSetting(ctx, 'paper');
  const { publicUrl, port } = ctx.config;
  const limits = await readSetting(ctx, 'size_classes');
  const labels = specimens.map(({ id, title, species, locality, origin, dimensions, price }) => {
    const cents = parsePrice(price);
    return {
      specimenId: id,
      title,
      species: species.map((name) => ({ name, formula: writtenFormula(name) })),
      locality: placeOf({ locality, origin }),
      dimensions,
      sizeClass: sizeClassOf(longestSide(dimensions), limits),
      catalogueNumber: numbers.get(id) ?? '',
      priceCode: cents === null ? null : priceInCode(cents, codeWord),
      url: `${publicUrl ?? `http://localhost:${port}`}/specimen/${id}`,
    };
  });
  return { labels, total, hasCodeWord: isCodeWord(codeWord) };
}

function writtenFormula(name: string): WrittenFormula | null {
  const found = findSpecies(name);
  return found && formulaOf(found);
}

async function named(ctx: Context, ids: number[]) {
  const specimens = await specimensOf(ctx, ids, { hidden: true });
  return { specimens, total: specimens.length };
}
