import { printInvoices } from '#contract/extras/paper/pages.ts';
import { Invoices } from './invoices.tsx';
import { parseOrdersPrintSearch } from './paper-search.ts';
import { PrintPage } from './print-page.tsx';

export default () => <PrintPage page={printInvoices} back="toOrders" parse={parseOrdersPrintSearch} Papers={Invoices} />;
