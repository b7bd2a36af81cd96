import { printCertificates } from '#contract/extras/certificates/pages.ts';
import { PrintPage } from '#web/extras/paper/printing.tsx';
import { CertificateCards } from './certificate-cards.tsx';
import { parseCertificatesSearch } from './certificates-search.ts';

export default () => <PrintPage page={printCertificates} back="toOrders" parse={parseCertificatesSearch} Papers={CertificateCards} />;
