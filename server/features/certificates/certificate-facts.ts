/** What a certificate says of a specimen. A further fact is one entry: certificates made before do not have it, and are not compared by it. */
import type { CertifiedFact } from '#contract/certificates.ts';
import type { Specimen } from '#contract/specimens.ts';

type Fact = { label: string; read: (specimen: Specimen) => string };

/** In the order in which they are shown. A name is part of what is signed: it stays for good. */
const facts = {
  title: { label: 'Title', read: ({ title }) => title },
  locality: { label: 'Locality', read: ({ origin }) => origin },
  category: { label: 'Category', read: ({ category }) => category },
  dimensions: { label: 'Size', read: ({ dimensions }) => dimensions },
  weight: { label: 'Weight', read: ({ weight }) => weight },
  description: { label: 'Description', read: ({ description }) => description },
} satisfies Record<string, Fact>;

const known: Record<string, Fact> = facts;

/** The facts of a specimen as it stands now; those that it lacks are empty. */
export const factsOf = (specimen: Specimen): CertifiedFact[] =>
  Object.entries(facts).map(([name, { label, read }]) => ({ name, label, value: read(specimen) }));

/** The labels of the certified facts that the specimen now has otherwise. */
export const changedFacts = (certified: CertifiedFact[], specimen: Specimen): string[] =>
  certified.filter(({ name, value }) => Object.hasOwn(known, name) && known[name]?.read(specimen) !== value).map(({ label }) => label);
