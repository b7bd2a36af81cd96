/** The link to the form that asks about a piece, and the form's heading. Beside `inquiry-rules.ts`, which the page of a specimen does without. */
export const ASK_ABOUT_PIECE = 'Ask about this piece';
