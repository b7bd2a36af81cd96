import type { Decimals } from '#core/contract/figures.ts';
import type { DateOrder } from './dates.ts';

export type ColumnSurvey = {
  heading: string;
  filled: number;
  samples: string[];
  isUnique: boolean;
  decimals: Decimals;
  dates: DateOrder | 'mixed' | null;
  currencies: string[];
};
