/** How large a sheet of others may be: far more than a dealer's list has, and less than what makes a small machine stop. */
export const MAX_FOREIGN_BYTES = 50 * 2 ** 20;
/** What a workbook may unpack to. */
export const MAX_UNPACKED_BYTES = 100 * 2 ** 20;
export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 300;
/** As a spreadsheet's own limit of a cell. */
export const MAX_CELL = 32_767;
/** A row in a text file. */
export const MAX_ROW_LENGTH = 1_000_000;
