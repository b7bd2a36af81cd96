import { expect, test } from 'vitest';
import { readPageUrl } from '#core/server/storefront/pages/visitor-pages.service.ts';
import { hasFeature } from '#tests/support/features.ts';
import { type CopiedPage, createCopiedLinks } from './copied-links.ts';
import { type Copy, copiedPage, NOWHERE } from './copied-page.ts';

const copy: Copy = {
  shop: 'A & B',
  made: 'today',
  url: 'https://druse.example',
  email: 'hello@druse.example',
  hasVideos: true,
  collections: [],
};
const catalogue = {
  specimens: new Map([[7, '/specimen/7-azurite']]),
  collections: new Set(['blue']),
  legal: new Set(['/shipping']),
};
const linksOf = () =>
  createCopiedLinks(
    catalogue,
    readPageUrl,
    new Map([
      ['/species/azurite', '/species/azurite'],
      ['/locality/3', '/locality/3-tsumeb'],
    ]),
  );
const page: CopiedPage = {
  path: '/specimen/7-azurite',
  file: 'specimen/7-azurite/index.html',
  number: 1,
};

function bodyOf(html: string, more: Partial<Copy> = {}, at = page) {
  const needed = { media: new Set<string>(), assets: new Set<string>() };
  const copied = copiedPage(`<body><header></header>${html}</body>`, at, {
    copy: { ...copy, ...more },
    links: linksOf(),
    needed,
  });
  return {
    body: copied.slice(copied.indexOf('</header>') + '</header>'.length, -'</body>'.length),
    media: [...needed.media],
  };
}

test.each([
  ['/', '../../index.html'],
  ['/#gallery', '../../index.html#gallery'],
  ['#part', '#part'],
  ['/#gemstones', '../../search/index.html?category=Gemstones'],
  [
    '/?colour=violet&amp;sort=price-up#gallery',
    '../../search/index.html?colour=violet&amp;sort=price-up',
  ],
  ['/?cursor=abc#gallery', '../../gallery/2/index.html#gallery'],
  ['/specimen/7', 'index.html'],
  ['/Specimen/7-an-older-title', 'index.html'],
  ['/collection/blue', '../../collection/blue/index.html'],
  ['/collection/blue?cursor=abc', '../../collection/blue/2/index.html'],
  ['/shipping', '../../shipping/index.html'],
  ['/ask/7', 'https://druse.example/ask/7'],
  ['/checkout?direct=7', 'https://druse.example/checkout?direct=7'],
  // Without their features there are no such pages.
  ...(hasFeature('topics')
    ? [
        ['/species/azurite', '../../species/azurite/index.html'],
        ['/locality/3', '../../locality/3-tsumeb/index.html'],
      ]
    : []),
  ...(hasFeature('follows')
    ? [['/follow?category=Crystals', 'https://druse.example/follow?category=Crystals']]
    : []),
  ['https://elsewhere.example/?a=1&amp;b=2', 'https://elsewhere.example/?a=1&amp;b=2'],
  ['mailto:hello@druse.example', 'mailto:hello@druse.example'],
])('a link to %s leads to %s', (href, expected) => {
  expect(bodyOf(`<a href="${href}">x</a>`).body).toBe(`<a href="${expected}">x</a>`);
});

test.each([
  '/manage',
  '/orders',
  '/edit/7',
  '/returns',
  '/nonsense',
  '/ask/8',
  '/checkout/x',
  '/shelf?pieces=7#add',
])('a link to %s is left out', (href) => {
  expect(bodyOf(`<li><a href="${href}"><b>x</b></a></li>`).body).toBe('<li></li>');
});

test('the name of a topic that has no page stays without a link', () => {
  expect(
    bodyOf('<a href="/species/unknown">Unknownite</a>, <a href="/specimen/8">x</a>').body,
  ).toBe('Unknownite, x');
});

test('what needs scripts is left out with all that it has in it, and what replaces scripts is kept', () => {
  const html =
    '<div class="needs-script"><div><img src="/media/a-320.jpg"/><br/></div></div><button type="button" class="x">y</button><noscript class="contents"><i>film</i></noscript><!-- c --><script>x("</p>")</script><style>a{}</style>';
  expect(bodyOf(html)).toEqual({ body: '<i>film</i>', media: [] });
});

test('text that looks like markup stays text', () => {
  const html = '<p title="a &gt; b &lt;script&gt;">&lt;script src=&quot;/x&quot;&gt; $&amp; $1</p>';
  expect(bodyOf(html).body).toBe(html);
});

test('pictures are needed in the sizes that are named, and enlarged to the widest of them', () => {
  const html =
    '<a href="/media/a1-full.jpg" data-picture="a1"><picture><source srcSet="/media/a1-320.avif 320w,/media/a1-2048.avif 2048w,/media/a1-960.avif 960w"/><img src="/media/a1-960.jpg"/></picture></a>';
  const { body, media } = bodyOf(html);
  expect(media.sort()).toEqual(['a1-2048.avif', 'a1-320.avif', 'a1-960.avif', 'a1-960.jpg']);
  expect(body).toContain('<a href="../../media/a1-2048.avif"');
  expect(body).toContain(
    'srcset="../../media/a1-320.avif 320w,../../media/a1-2048.avif 2048w,../../media/a1-960.avif 960w"',
  );
});

test('a thumbnail leads to its view', () => {
  const html =
    '<div role="group" aria-label="2 of 3: Side"></div><div class="needs-script flex"><button type="button" aria-pressed="true" aria-label="Show view 2 of 3: Side">x</button></div>';
  expect(bodyOf(html).body).toBe(
    '<div role="group" aria-label="2 of 3: Side" id="view-2"></div><div class="copy-views flex"><a aria-label="Show view 2 of 3: Side" href="#view-2">x</a></div>',
  );
});

test('without videos a piece says where to watch them', () => {
  const html = '<video controls=""><source src="/media/f.mp4"/></video>';
  expect(bodyOf(html)).toEqual({
    body: '<video controls=""><source src="../../media/f.mp4"/></video>',
    media: ['f.mp4'],
  });
  const without =
    '<p class="copy-order"><a href="https://druse.example/specimen/7-azurite">Watch the video at druse.example</a></p>';
  expect(bodyOf(html, { hasVideos: false })).toEqual({ body: without, media: [] });
  expect(bodyOf(html, { hasVideos: false, url: null })).toEqual({
    body: '<p class="copy-order">This copy doesn’t include the video.</p>',
    media: [],
  });
});

test('orders and questions go to the piece in the shop, or to an email address', () => {
  const html =
    '<title>Azurite</title><p class="hidden unscripted:block">x</p><a href="/ask/7">Ask</a>';
  expect(bodyOf(html).body).toContain(
    'href="https://druse.example/specimen/7-azurite">Order at druse.example</a>',
  );
  const { body } = bodyOf(html, { url: null });
  const mail = 'href="mailto:hello@druse.example?subject=Azurite"';
  expect(body).toBe(
    `<title>Azurite</title><p class="copy-order">To order, email <a ${mail}>hello@druse.example</a></p><a ${mail}>Ask</a>`,
  );
});

test('the collections that a button would show next are links on the home page alone', () => {
  const collections = [
    { name: 'A & <b>', path: '/collection/blue' },
    { name: '“Autumn” $&', path: '/?category=Gemstones' },
  ];
  const html =
    '<section id="collections"><p>x</p><button type="button">More</button><button type="button">Others</button></section>';
  const home: CopiedPage = { path: '/', file: 'index.html', number: 1 };
  const links =
    '<li><a href="collection/blue/index.html">A &amp; &lt;b&gt;</a></li><li><a href="search/index.html?category=Gemstones">“Autumn” $&amp;</a></li>';
  expect(bodyOf(html, { collections }, home).body).toBe(
    `<section id="collections"><p>x</p><ul class="copy-collections">${links}</ul></section>`,
  );
  const elsewhere = '<section id="collections"><p>x</p></section>';
  expect(bodyOf(html, { collections }).body).toBe(elsewhere);
  expect(bodyOf(html.replace('collections', 'species'), { collections }, home).body).toBe(
    elsewhere.replace('collections', 'species'),
  );
});

test('tags about the shop’s own URL are left out where it is not known', () => {
  const html = `<link rel="canonical" href="${NOWHERE}/"><meta property="og:url" content="${NOWHERE}/x"><link rel="alternate" href="/feed.xml"><meta name="a" content="b">`;
  expect(bodyOf(html, { url: null }).body).toBe('<meta name="a" content="b">');
});

test('each page of a list is counted by the page that leads to it', () => {
  const links = linksOf();
  const [first, second] = [
    { path: '/', file: 'index.html', number: 1 },
    { path: '/?cursor=a', file: 'gallery/2/index.html', number: 2 },
  ];
  expect(links.targetOf('/?cursor=a', first)).toEqual({ file: second.file, rest: '' });
  expect(links.targetOf('/?cursor=b', second)).toEqual({ file: 'gallery/3/index.html', rest: '' });
  expect([links.take()?.path, links.take()?.path, links.take()]).toEqual([
    '/?cursor=a',
    '/?cursor=b',
    undefined,
  ]);
});
