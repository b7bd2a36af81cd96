export const encodings = [
  'UTF-8',
  'UTF-16',
  'Windows',
  'Windows-1250',
  'Windows-1251',
  'Mac',
  'Shift-JIS',
] as const;
export const delimiters = [',', ';', '\t', '|'] as const;

export type Encoding = (typeof encodings)[number];
