import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const certificate = {
  path: '/certificate/$code',
  access: 'everyone',
  screen: '/features/certificates/web/certificate-page',
  drawnBy: 'server',
  crawlers: 'noindex',
  title: null,
} as const satisfies Page;

export const printCertificates = {
  ...adminPage,
  path: '/print/certificates',
  title: 'Certificates',
} as const satisfies Page;
