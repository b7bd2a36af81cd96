export const ASK_ABOUT_PIECE = 'Ask about this piece';
