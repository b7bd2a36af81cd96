/** What one file of an upload may weigh: pictures and videos alike, in the forms, in an intake and in the API. */
export const MAX_FILE_MB = 50;
export const MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024;
