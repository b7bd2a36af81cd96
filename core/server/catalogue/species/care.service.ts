import { type CareChange, careChangeOf } from '#core/contract/catalogue/care.ts';
import type { ProposedCare } from '#core/contract/catalogue/proposed-care.ts';
import { careNotes } from '#core/contract/catalogue/species.ts';
import { factsOf, nameOf, speciesIn } from './species.service.ts';

type Minerals = { species: readonly string[]; associates: readonly string[] };

/** A mineral that is both counts as main. */
export function proposedCare({ species, associates }: Minerals): ProposedCare[] {
  const [main, others] = [species, associates].map((names) => new Set(names.flatMap(speciesIn)));
  return [...new Set([...(main ?? []), ...(others ?? [])])].flatMap((row) =>
    factsOf(row).care.map((note) => ({
      note,
      of: nameOf(row),
      isAssociated: !main?.has(row),
      words: careNotes[note],
    })),
  );
}

/** A note names its minerals, unless it is about the whole piece. */
export function careSentences({
  species,
  associates,
  care,
}: Minerals & { care: readonly CareChange[] }): string[] {
  const isOfOne = new Set(species.flatMap(speciesIn)).size === 1;
  const said = proposedCare({ species, associates }).flatMap((proposed) => {
    const change = careChangeOf(care, proposed.note, proposed.of);
    return change?.words === '' ? [] : [{ ...proposed, ...change }];
  });
  const own = care.flatMap(({ note, words }) => (note === null ? words : []));
  const sentences = [...Map.groupBy(said, ({ words }) => words)].map(([words, about]) =>
    isOfOne && about.some(({ isAssociated }) => !isAssociated)
      ? words
      : `${about.map(({ of }) => of).join(', ')}: ${words}`,
  );
  return [...sentences, ...own];
}
