/** The contents of specimen labels. */

import { placeOf } from '#contract/catalogue/fact-texts.ts';
import type { WrittenFormula } from '#contract/catalogue/formula.ts';
import { longestSide, sizeClassOf } from '#contract/catalogue/size-classes.ts';
import type { LabelsQuery, SpecimenLabels } from '#contract/extras/paper/paper.ts';
import { MAX_PRINTED_LABELS } from '#contract/extras/paper/paper-sizes.ts';
import { isCodeWord, priceInCode } from '#contract/extras/paper/price-code.ts';
import { parsePrice } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { findSpecies, formulaOf } from '#server/features/catalogue/species/species.service.ts';
import { listedInManage } from '#server/features/catalogue/specimens/editing/manage.service.ts';
import { specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { catalogueNumbers } from './catalogue-numbers.service.ts';

/** The labels of the specimens named, or of what Manage shows with these filters; hidden ones too, at most 500. */
export async function readLabels(ctx: Context, { specimens: ids, ...filters }: LabelsQuery): Promise<SpecimenLabels> {
  const { specimens, total } = ids ? await named(ctx, ids) : await listedInManage(ctx, filters, MAX_PRINTED_LABELS);
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
