/** Works without a server, and leads to the shop where something is to be sent. */
import { escapeXml } from '#platform/xml.ts';
import type { CopiedLinks, CopiedPage, Target } from './copied-links.ts';
import { HOME, relative, SEARCH } from './copy-paths.ts';
import { type Change, rewriteMarkup, type Tag, unescaped } from './markup.ts';

export type Copy = {
  shop: string;
  made: string;
  /** The origin of the shop; null: only an email address is known. */
  url: string | null;
  email: string;
  hasVideos: boolean;
  collections: { name: string; path: string }[];
};

export type Needed = { media: Set<string>; assets: Set<string> };

export const STYLE = 'assets/style.css';
export const MAP = 'assets/world.svg';
/** Stands for the origin in rendered pages where there is none; no link to it is copied. */
export const NOWHERE = 'http://nowhere.invalid';
const FEED = 'feed.xml';
const WIDEST = /\/media\/([\w]+)-(?:\d+|full)\.avif (\d+)w/g;
const THUMBNAILS = /<div class="needs-script (?=[^>]*><button [^>]*aria-label="Show view )/;
const MEDIA = 'media/';
const ASSETS = 'assets/';

/**
 * @param needed gets the names of files that the page shows.
 * @param scripts of the copy that it runs, paths from the copy's root.
 */
export function copiedPage(
  html: string,
  page: CopiedPage,
  {
    copy,
    links,
    needed,
    scripts = [],
  }: { copy: Copy; links: CopiedLinks; needed: Needed; scripts?: string[] },
): string {
  const largest = largestPictures(html);
  let isInCollections = false;

  const to = (file: string) => relative(page.file, file);

  function written(target: Target): string | null {
    if (target === null) return null;
    if ('asIs' in target) return escapeXml(target.asIs);
    if ('live' in target) return copy.url === null ? null : escapeXml(copy.url + target.live);
    if (target.file.startsWith(MEDIA)) needed.media.add(target.file.slice(MEDIA.length));
    if (target.file.startsWith(ASSETS)) needed.assets.add(target.file.slice(ASSETS.length));
    return escapeXml(to(target.file) + target.rest);
  }

  const linked = (value: string) => written(links.targetOf(unescaped(value), page));

  function change(tag: Tag): Change {
    const { name, attributes } = tag;
    if (becomesThumbnail(tag)) return 'stay';
    const view = /^(\d+) of \d+: /.exec(attributes.get('aria-label') ?? '')?.[1];
    if (view !== undefined && attributes.get('role') === 'group')
      attributes.set('id', viewId(view));
    const classes = ` ${attributes.get('class') ?? ''} `;
    if (name === 'section') isInCollections = attributes.get('id') === 'collections';
    if (classes.includes(' unscripted:block ')) return { inPlace: orderPlace() };
    if (
      classes.includes(' needs-script ') ||
      (name === 'button' && attributes.get('type') === 'button')
    )
      return { inPlace: otherCollections() };
    if (name === 'noscript') return 'unwrap';
    // The shop draws it.
    if (classes.includes(' print-code ')) return 'drop';
    if (name === 'link') return changedLink(attributes);
    if (name === 'meta') return attributes.get('content')?.startsWith(NOWHERE) ? 'drop' : 'stay';
    if (name === 'video' && !copy.hasVideos) return { inPlace: videoPlace() };
    if (name === 'use') {
      // A page that was opened as a file may not use parts of another one.
      return { inPlace: `<image href="${to(MAP)}" width="2000" height="869"/>` };
    }
    if (name === 'a') return changedAnchor(attributes);
    if (name === 'form') attributes.set('action', to(SEARCH));
    for (const key of ['src', 'poster']) {
      const value = attributes.get(key);
      if (value) attributes.set(key, linked(value) ?? '');
    }
    const sources = attributes.get('srcset');
    if (sources) attributes.set('srcset', sources.split(',').map(changedSource).join(','));
    return 'stay';
  }

  function changedSource(source: string): string {
    const [url = '', ...width] = source.trim().split(' ');
    return [linked(url), ...width].join(' ');
  }

  function changedLink(attributes: Map<string, string>): Change {
    const href = attributes.get('href') ?? '';
    switch (attributes.get('rel')) {
      case 'stylesheet':
        attributes.set('href', to(STYLE));
        return 'stay';
      case 'icon':
        attributes.set('href', linked(href) ?? '');
        return 'stay';
      case 'canonical':
        return copy.url === null ? 'drop' : 'stay';
      case 'alternate':
        attributes.set('href', to(FEED));
        return copy.url === null || href !== '/feed.xml' ? 'drop' : 'stay';
      default:
        return 'drop';
    }
  }

  function changedAnchor(attributes: Map<string, string>): Change {
    const href = attributes.get('href') ?? '';
    const picture = attributes.get('data-picture');
    const value = linked((picture !== undefined && largest.get(picture)) || href);
    if (value !== null) attributes.set('href', value);
    else if (copy.url === null && /^\/(ask|wait)\//.test(href)) attributes.set('href', mailto());
    // Words within a sentence stay; what only leads to a form goes.
    else return /^\/(species|locality|collection|specimen)\//.test(href) ? 'unwrap' : 'drop';
    return 'stay';
  }

  const mailto = () =>
    escapeXml(`mailto:${copy.email}?subject=${encodeURIComponent(titleOf(html))}`);
  const live = () => escapeXml(`${copy.url}${page.path}`);
  const order = (className = '') =>
    copy.url === null
      ? `To order, email <a href="${mailto()}">${escapeXml(copy.email)}</a>`
      : `<a${className} href="${live()}">Order at ${escapeXml(hostOf(copy.url))}</a>`;

  const orderPlace = () => `<p class="copy-order">${order(' class="button solid"')}</p>`;
  const videoPlace = () =>
    copy.url === null
      ? '<p class="copy-order">This copy doesn’t include the video.</p>'
      : `<p class="copy-order"><a href="${live()}">Watch the video at ${escapeXml(hostOf(copy.url))}</a></p>`;

  function otherCollections(): string {
    if (!isInCollections || page.file === SEARCH || !/^\/(\?|$)/.test(page.path)) return '';
    isInCollections = false;
    const items = copy.collections.map(
      ({ name, path }) => `<li><a href="${linked(path)}">${escapeXml(name)}</a></li>`,
    );
    return `<ul class="copy-collections">${items.join('')}</ul>`;
  }

  const note = `<aside class="copy-note room" aria-label="About this copy"><p>A copy of <a href="${to(HOME)}">${escapeXml(copy.shop)}</a>, made ${escapeXml(copy.made)}. Pieces sold since then may still appear available. ${order()}</p></aside>`;
  const run = scripts.map((script) => `<script src="${to(script)}"></script>`).join('');
  return rewriteMarkup(html.replace(THUMBNAILS, '<div class="copy-views '), change)
    .replace('<header', () => `${note}<header`)
    .replace('</body>', () => `${run}</body>`);
}

const viewId = (number: string): string => `view-${number}`;

function becomesThumbnail(tag: Tag): boolean {
  const number = /^Show view (\d+) of /.exec(tag.attributes.get('aria-label') ?? '')?.[1];
  if (tag.name !== 'button' || number === undefined) return false;
  tag.name = 'a';
  for (const attribute of ['type', 'aria-pressed']) tag.attributes.delete(attribute);
  tag.attributes.set('href', `#${viewId(number)}`);
  return true;
}

/** A link to the full size leads to a medium's largest picture. */
function largestPictures(html: string): Map<string, string> {
  const widest = new Map<string, { url: string; width: number }>();
  for (const [source, id = '', width] of html.matchAll(WIDEST)) {
    if (Number(width) > (widest.get(id)?.width ?? 0))
      widest.set(id, { url: source.split(' ')[0] ?? '', width: Number(width) });
  }
  return new Map([...widest].map(([id, { url }]) => [id, url]));
}

const titleOf = (html: string): string => unescaped(/<title>([^<]*)</.exec(html)?.[1] ?? '');

const hostOf = (url: string): string => new URL(url).host;
