/** Bytes of the picture that visitors get. */
export const MAX_TURN_BYTES = 1_500_000;
/** Pixels of all frames together, so a phone can hold them. */
export const MAX_TURN_PIXELS = 12_000_000;
