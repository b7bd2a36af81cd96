import { printInvoices } from '#features/paper/contract/pages.ts';
import { Invoices } from './invoices.tsx';
import { parseOrdersPrintSearch } from './paper-search.ts';
import { PrintPage } from './printing.tsx';

export default () => (
  <PrintPage
    page={printInvoices}
    back="toOrders"
    parse={parseOrdersPrintSearch}
    Papers={Invoices}
  />
);
