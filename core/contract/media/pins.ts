export const pinKinds = ['contact', 'chip', 'repaired', 'restored'] as const;
export type PinKind = (typeof pinKinds)[number];

/** The other kinds explain themselves. */
export const pinMeanings: Partial<Record<PinKind, string>> = {
  contact: 'where it touched another crystal.',
  chip: 'where a bit has broken off.',
};

export const pinLabels: Record<PinKind, string> = {
  contact: 'Contact',
  chip: 'Chip',
  repaired: 'Repaired',
  restored: 'Restored',
};

/** `x` and `y` from 0 (left, top) to 1; the note says more, such as `2 mm`. */
export type Pin = { kind: PinKind; x: number; y: number; note: string };

export const MAX_PINS = 40;
export const MAX_PIN_NOTE = 200;

/** `Chip, 2 mm`. */
export const formatPin = ({ kind, note }: Pick<Pin, 'kind' | 'note'>): string =>
  note === '' ? pinLabels[kind] : `${pinLabels[kind]}, ${note}`;

/** `top left`, `center`, `bottom right`. */
export function pinPlace({ x, y }: Pick<Pin, 'x' | 'y'>): string {
  const third = (share: number) => Math.min(2, Math.floor(share * 3));
  const [row, column] = [['top', '', 'bottom'][third(y)], ['left', '', 'right'][third(x)]];
  return [row, column].filter((part) => part !== '').join(' ') || 'center';
}

/** `chip 0.42 0.8: 2 mm`. */
export const writePin = ({ kind, x, y, note }: Pin): string =>
  `${kind} ${x} ${y}${note === '' ? '' : `: ${note}`}`;

/** @returns null for anything else, and for a place off the picture. */
export function parsePin(text: string): Pin | null {
  const [, word = '', x, y, note = ''] =
    /^([a-z]+)\s+([\d.]+(?:e-\d+)?)\s+([\d.]+(?:e-\d+)?)\s*(?::\s*(?!\s)(.*))?$/i.exec(
      text.trim(),
    ) ?? [];
  const kind = pinKinds.find((known) => known === word.toLowerCase());
  const isOn = (share: number) => share >= 0 && share <= 1;
  return kind && isOn(Number(x)) && isOn(Number(y))
    ? { kind, x: Number(x), y: Number(y), note }
    : null;
}
