import type { Category } from '#core/contract/catalogue/categories.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { Medium, Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { posterOf, previewOf } from '#core/contract/media/media-urls.ts';
import { parsePrice } from '#core/contract/money.ts';

export type Site = { origin: string };

export const absolute = ({ origin }: Site, path: string) => `${origin}${path}`;

export const categoryPath = (category: Category) => `/?category=${category}`;

/** Search results may show the picture in full size. */
export const LARGE_PREVIEWS = { name: 'robots', content: 'max-image-preview:large' };

type Page = {
  title: string;
  description: string;
  path: string;
  shop: string;
  medium: Medium | null;
};

/** Crawlers read the server's HTML: call it only where `import.meta.env.SSR` is true. */
export function socialMeta(
  site: Site,
  { title, description, path, shop, medium }: Page,
  type: 'website' | 'product' = 'website',
) {
  return [
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: shop },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: absolute(site, path) },
    { name: 'twitter:card', content: medium ? 'summary_large_image' : 'summary' },
    ...(medium ? pictureMeta(site, medium, title) : []),
    ...(medium && isVideo(medium) ? videoMeta(site, medium) : []),
  ];
}

function pictureMeta(site: Site, medium: Medium, title: string) {
  const { url, width, height } = previewOf(posterOf(medium));
  return [
    { property: 'og:image', content: absolute(site, url) },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: medium.alt || title },
  ];
}

const videoMeta = (site: Site, { url, type, width, height }: Video) => [
  { property: 'og:video', content: absolute(site, url) },
  { property: 'og:video:type', content: type.split(';', 1)[0] ?? type },
  { property: 'og:video:width', content: String(width) },
  { property: 'og:video:height', content: String(height) },
];

export const productMeta = ({ price, forSale, status }: Specimen) =>
  forSale && price !== null && parsePrice(price) !== null
    ? [
        { property: 'product:price:amount', content: price },
        { property: 'product:price:currency', content: 'USD' },
        {
          property: 'product:availability',
          content: status === 'available' ? 'in stock' : 'out of stock',
        },
        { property: 'product:condition', content: 'new' },
      ]
    : [];
