import { cardPrice } from './card-price.ts';
import type { Suggestion } from './specimens.ts';
import { sentenceCase, specimenStatusTable } from './statuses.ts';

/** Shown beneath a piece without a badge: its price, or why it cannot be bought. */
export const priceWords = (piece: Pick<Suggestion, 'price' | 'forSale' | 'status'>): string =>
  piece.status === 'available' ? cardPrice(piece) : sentenceCase(specimenStatusTable[piece.status].label);
