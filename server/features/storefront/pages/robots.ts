import { pageNames } from '#contract/storefront/page-matching.ts';
import { pages } from '#contract/storefront/pages.ts';

/** Crawlers may fetch everything except the API and the pages that the page table disallows. */
const disallowed = [
  '/api/',
  ...pageNames.filter((name) => pages[name].crawlers === 'disallow').map((name) => pages[name].path.replace(/\$.*/, '')),
];

export const robotsText = (origin: string): string => `User-agent: *
${disallowed.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`;
