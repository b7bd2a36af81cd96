/** What the head of a public page says of it. */
type Site = { origin: string };

export const absolute = ({ origin }: Site, path: string) => `${origin}${path}`;

type Page = { title: string; description: string; path: string; image: { url: string; width: number; height: number } | null };

/** Open Graph and link-preview tags of a page. */
export function socialMeta(site: Site, { title, description, path, image }: Page) {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: absolute(site, path) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(image
      ? [
          { property: 'og:image', content: absolute(site, image.url) },
          { property: 'og:image:width', content: String(image.width) },
          { property: 'og:image:height', content: String(image.height) },
        ]
      : []),
  ];
}

/** The first words of a text, whole words, at most `longest` characters. */
export function excerpt(text: string, longest = 160): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}
