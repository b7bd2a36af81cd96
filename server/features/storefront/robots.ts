/** The addresses that are the owner's alone, and the API, are nothing for crawlers; everything else is. */
const refused = ['/api/', '/upload', '/manage', '/orders', '/edit/', '/settings'];

export const robotsText = (origin: string): string => `User-agent: *
${refused.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`;
