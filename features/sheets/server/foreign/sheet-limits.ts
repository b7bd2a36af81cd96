/** Larger than a dealer's list, and smaller than what stops a small machine. */
export const MAX_FOREIGN_BYTES = 50 * 2 ** 20;
/** Bytes that a file of a workbook may unpack to. */
export const MAX_UNPACKED_BYTES = 60 * 2 ** 20;
/** Bytes of all files of a workbook, as often as they are read. */
export const MAX_READ_BYTES = 150 * 2 ** 20;
/** Attributes of a workbook as often as they are read; other markup counts twice. */
export const MAX_MARKUP = 10_000_000;
export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 1_024;
export const MAX_SHEETS = 20;
/** Characters, as spreadsheets themselves limit a cell. */
export const MAX_CELL = 32_767;
/** Characters of a row in a text file. */
export const MAX_ROW_LENGTH = 1_000_000;
/** Characters of all cells together. */
export const MAX_CHARACTERS = 60_000_000;
export const MAX_CELLS = 2_000_000;
