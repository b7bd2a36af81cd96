import { pageNames } from '#core/contract/storefront/page-matching.ts';
import { pages } from '#core/contract/storefront/pages.ts';

const disallowed = [
  '/api/',
  ...pageNames
    .filter((name) => pages[name].crawlers === 'disallow')
    .map((name) => pages[name].path.replace(/\$.*/, '')),
];

export const robotsText = (origin: string): string => `User-agent: *
${disallowed.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`;
