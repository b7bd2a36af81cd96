/** What an alternative text is for, beneath its field. */
export const ALT_HINT = 'Read aloud by screen readers.';
