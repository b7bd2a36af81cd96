import { printSlips } from '#features/paper/contract/pages.ts';
import { parseOrdersPrintSearch } from './paper-search.ts';
import { PrintPage } from './printing.tsx';
import { Slips } from './slips.tsx';

export default () => (
  <PrintPage page={printSlips} back="toOrders" parse={parseOrdersPrintSearch} Papers={Slips} />
);
