type Facts = {
  species: readonly string[];
  associates: readonly string[];
  locality: readonly string[];
};

const MAX_NAMED = 2;

/** `Wulfenite with Mimetite, Red Cloud Mine, USA`; may be empty. */
export function proposedTitle({ species, associates, locality }: Facts): string {
  const stones = [species.join(' and '), associates.slice(0, MAX_NAMED).join(' and ')]
    .filter((names) => names !== '')
    .join(' with ');
  const [mine] = locality;
  const country = locality.length > 1 ? locality.at(-1) : undefined;
  return [stones, mine, country].filter(Boolean).join(', ');
}

export const proposedOrigin = ({ locality }: Pick<Facts, 'locality'>): string =>
  locality.join(', ');

/** `W-009` → `W-010`; null where it does not end in a digit. */
export function numberAfter(catalogueNumber: string): string | null {
  const [, before = '', digits] = /^(.*?)(\d{1,15})$/s.exec(catalogueNumber) ?? [];
  return digits === undefined
    ? null
    : `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}
