/** The URL's query names what is open, so reloads and the way back find it. */
export type ShowSearch = {
  piece?: number;
  entry?: string;
  scan?: 'yes';
  takings?: 'yes';
};

/** Nonsense opens the list. */
export function parseShowSearch({
  piece,
  entry,
  scan,
  takings,
}: Record<string, unknown>): ShowSearch {
  if (typeof entry === 'string' && /^[\w-]{1,100}$/.test(entry)) return { entry };
  if (typeof piece === 'string' && /^[1-9]\d{0,9}$/.test(piece)) return { piece: Number(piece) };
  if (takings === 'yes') return { takings };
  return scan === 'yes' ? { scan } : {};
}
