/** What of the show's page is open: the query of its URL, so that reloads and the way back find it. */
export type ShowSearch = {
  /** The id of a piece. */
  piece?: number;
  /** The key of an entry. */
  entry?: string;
  scan?: 'yes';
  takings?: 'yes';
};

/** Nonsense opens the list. */
export function parseShowSearch({ piece, entry, scan, takings }: Record<string, unknown>): ShowSearch {
  if (typeof entry === 'string' && /^[\w-]{1,100}$/.test(entry)) return { entry };
  if (typeof piece === 'string' && /^[1-9]\d{0,9}$/.test(piece)) return { piece: Number(piece) };
  if (takings === 'yes') return { takings };
  return scan === 'yes' ? { scan } : {};
}
