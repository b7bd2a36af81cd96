import { cardPrice } from './card-price.ts';
import type { Suggestion } from './specimens.ts';
import { sentenceCase, specimenStatusTable } from './statuses.ts';

/** Says why the piece cannot be bought, where there is no badge. */
export const priceWords = (piece: Pick<Suggestion, 'price' | 'forSale' | 'status'>): string =>
  piece.status === 'available'
    ? cardPrice(piece)
    : sentenceCase(specimenStatusTable[piece.status].label);
