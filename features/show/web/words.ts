export const BACK_TO_PIECES = 'Back to my pieces';
export const PUT_BACK = 'Put back on sale';
export const DISCARD = 'Discard this entry?';
export const BUYER_SAID = 'What the buyer said';
