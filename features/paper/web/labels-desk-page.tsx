import { printLabels } from '#features/paper/contract/pages.ts';
import { Labels } from './labels.tsx';
import { parseLabelsSearch } from './paper-search.ts';
import { PrintPage } from './printing.tsx';

export default () => (
  <PrintPage page={printLabels} back="toManage" parse={parseLabelsSearch} Papers={Labels} />
);
