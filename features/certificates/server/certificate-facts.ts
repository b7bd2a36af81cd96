import { factTexts, type WholeSpecimen } from '#core/contract/catalogue/fact-texts.ts';
import type { CertifiedFact } from '#features/certificates/contract/certificates.ts';
import { canonicalJson } from './canonical-json.ts';

type Fact = { label: string; read: (specimen: WholeSpecimen) => string };

/** In the order of showing. A name is part of what is signed: it stays for good. */
const facts = {
  title: { label: 'Title', read: ({ title }) => title },
  locality: { label: 'Locality', read: ({ origin }) => origin },
  category: { label: 'Category', read: ({ category }) => category },
  dimensions: { label: 'Size', read: ({ dimensions }) => dimensions },
  weight: { label: 'Weight', read: ({ weight }) => weight },
  description: { label: 'Description', read: ({ description }) => description },
  species: factTexts.species,
  associates: factTexts.associates,
  places: factTexts.places,
  condition: factTexts.condition,
  disclosures: factTexts.disclosures,
  damage: factTexts.damage,
  fluorescence: factTexts.fluorescence,
  provenance: factTexts.provenance,
} satisfies Record<string, Fact>;

const known: Record<string, Fact> = facts;

export const factsOf = (specimen: WholeSpecimen): CertifiedFact[] =>
  Object.entries(facts).map(([name, { label, read }]) => ({ name, label, value: read(specimen) }));

export const changedFacts = (certified: CertifiedFact[], specimen: WholeSpecimen): string[] =>
  certified
    .filter(
      ({ name, value }) =>
        Object.hasOwn(known, name) && known[name]?.read(specimen) !== inWordsOfToday(name, value),
    )
    .map(({ label }) => label);

/**
 * Certificates from before 2026-12 say "picture 1, centre" for "photo 1, center", which is no
 * change of the piece.
 */
const inWordsOfToday = (name: string, value: string): string =>
  name === 'damage'
    ? value.replace(
        /\(picture (\d+), ([a-z ]+)\)/g,
        (_, number, place: string) => `(photo ${number}, ${place.replace('centre', 'center')})`,
      )
    : value;

/** An empty fact says no more than a missing one, as on certificates from before it. */
export function sayTheSame(one: CertifiedFact[], other: CertifiedFact[]): boolean {
  const said = (facts: CertifiedFact[]) =>
    canonicalJson(
      facts
        .filter(({ value }) => value !== '')
        .map((fact) => ({ ...fact, value: inWordsOfToday(fact.name, fact.value) })),
    );
  return said(one) === said(other);
}
