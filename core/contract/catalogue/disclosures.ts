export const disclosureKinds = [
  'none-known',
  'repaired',
  'restored',
  'treated',
  'assembled',
  'synthetic',
  'not-checked',
] as const;
export type DisclosureKind = (typeof disclosureKinds)[number];

/** `isWork`: hands have changed or made the piece. */
export const disclosureTable = {
  'none-known': {
    label: 'None known',
    meaning: 'No known repair, restoration or treatment.',
    isWork: false,
  },
  repaired: { label: 'Repaired', meaning: 'Broken and rejoined.', isWork: true },
  restored: {
    label: 'Restored',
    meaning: 'Missing parts were replaced with other material.',
    isWork: true,
  },
  treated: {
    label: 'Treated',
    meaning: 'Heated, irradiated, dyed, oiled, coated or filled.',
    isWork: true,
  },
  assembled: {
    label: 'Assembled',
    meaning: 'Parts that didn’t grow together were joined.',
    isWork: true,
  },
  synthetic: { label: 'Synthetic', meaning: 'Made in a laboratory or factory.', isWork: true },
  'not-checked': {
    label: 'Not checked',
    meaning: 'Not yet checked for repairs or treatment.',
    isWork: false,
  },
} as const satisfies Record<DisclosureKind, { label: string; meaning: string; isWork: boolean }>;

/** Empty: nothing to add. */
export type Disclosure = { kind: DisclosureKind; note: string };

export const MAX_DISCLOSURE_NOTE = 300;

/** Returns undefined where nothing is wrong. */
export function disclosureError(disclosures: readonly Disclosure[]): string | undefined {
  const kinds = disclosures.map(({ kind }) => kind);
  if (new Set(kinds).size !== kinds.length) return 'Please enter each disclosure only once';
  return kinds.includes('none-known') && kinds.length > 1
    ? '“None known” can’t be combined with another disclosure'
    : undefined;
}

/** `Repaired: the tip, with epoxy`. */
export const formatDisclosure = ({ kind, note }: Disclosure): string =>
  note === '' ? disclosureTable[kind].label : `${disclosureTable[kind].label}: ${note}`;

const SAYS_NOTHING_DONE =
  /^(?:there are )?(?:no|none|nothing)(?: (?:known|other|or|and|repairs?|restorations?|treatments?|repaired|restored|treated))*\.?$/i;

/** “No repairs” is `None known` too. */
export const sayDisclosure = ({ kind, note }: Disclosure): string =>
  formatDisclosure({
    kind,
    note: kind === 'none-known' && SAYS_NOTHING_DONE.test(note.replaceAll(',', '')) ? '' : note,
  });

/** @returns null for an unknown kind. */
export function parseDisclosure(text: string): Disclosure | null {
  const [label = '', ...note] = text.split(':');
  const wanted = label.trim().toLowerCase().replaceAll(' ', '-');
  const kind = disclosureKinds.find((known) => known === wanted);
  return kind === undefined ? null : { kind, note: note.join(':').trim() };
}
