export const ALT_HINT = 'Read aloud by screen readers.';
