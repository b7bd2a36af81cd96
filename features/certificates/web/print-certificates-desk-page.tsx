import { printCertificates } from '#features/certificates/contract/pages.ts';
import { PrintPage } from '#features/paper/web/printing.tsx';
import { CertificateCards } from './certificate-cards.tsx';
import { parseCertificatesSearch } from './certificates-search.ts';

export default () => (
  <PrintPage
    page={printCertificates}
    back="toOrders"
    parse={parseCertificatesSearch}
    Papers={CertificateCards}
  />
);
