export const PAID_HOW_LABEL = 'How it was paid';
