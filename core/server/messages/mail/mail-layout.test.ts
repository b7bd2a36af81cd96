import { describe, expect, test } from 'vitest';
import { buttonsOf, documentOf, faultsOf, htmlOfSample } from '#tests/support/mail-faults.ts';
import {
  type Sample,
  sampleOf,
  sampleOrder,
  samplePictures,
  sampleShop,
  samples,
  textsOf,
} from '#tests/support/mail-samples.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { type Block, blocksOf, piecesOf, toText } from './mail-body.ts';
import { toHtml } from './mail-html.ts';
import { mailTemplates } from './mail-templates.ts';
import { say } from './template.ts';

const named = (name: string): Sample => {
  const found = samples.find((sample) => sample.name === name);
  if (!found) throw new Error(`No sample ${name}`);
  return found;
};
const picturesOf = (sample: Sample) => [...documentOf(sample).querySelectorAll('img')];
const wordsOf = (sample: Sample) => documentOf(sample).body.textContent.replace(/\s+/g, ' ');

test('the plain text of every kind of mail is as it was written down', async () => {
  await expect(textsOf(samples)).toMatchFileSnapshot('mail-texts.txt');
});

test.each(
  samples
    .filter((_, index) => isThorough || index % 3 === 0)
    .map((sample) => [sample.name, sample] as const),
)('%s is laid out as every mail program can show it', async (_, sample) => {
  expect(await faultsOf(sample)).toEqual([]);
});

test('the HTML says what the plain text says, but for addresses, which it has as links', () => {
  for (const sample of samples) {
    const words = wordsOf(sample);
    const lines = toText(sample.blocks)
      .split(/\n|(?<=^ {2}[^:\n]+): /m)
      .map((line) => line.replace(/^(?:> |\*\*\* )|(?::| \*\*\*)$/g, '').trim());
    const missing = lines.filter(
      (line) =>
        !/^(?:https?:.*|-*|View it)$/.test(line) && !words.includes(line.replace(/\s+/g, ' ')),
    );
    expect(missing, sample.name).toEqual([]);
  }
});

describe('the button', () => {
  test('is what the mail is sent for; where there is nothing to do, there is none', () => {
    const buttons = Object.fromEntries(
      samples.map((sample) => [sample.name, buttonsOf(sample)[0]]),
    );
    expect(buttons).toMatchObject({
      order_placed: 'Pay with Venmo',
      order_paid: 'View your order',
      order_shipped: 'Track your package',
      new_order: 'View the order',
      'an order that awaits proof': 'View your order',
      'an order in a shop without Venmo': 'View your order',
      passkey_added: 'This was not me',
      trouble_began: 'Open Today',
      order_cancelled: undefined,
      hold_ended: undefined,
      trouble_over: undefined,
    });
  });

  test('is not doubled by the links after it, which are quiet', () => {
    const links = [...documentOf(named('order_placed')).querySelectorAll('a')].map(
      (link) => link.textContent,
    );
    expect(links).toEqual(['Druse', 'Pay with Venmo', 'View your order', 'druse.example']);
  });
});

describe('pictures', () => {
  test('a mail about one piece shows it large above its label, as wide as the screen has room for', () => {
    const [picture, ...others] = picturesOf(named('order_paid'));
    expect(others).toEqual([]);
    expect(picture?.outerHTML).toContain(
      `src="https://druse.example/media/${'a'.repeat(32)}-640.jpg" alt="Imperial topaz, Ouro Preto" width="320" height="213"`,
    );
    expect(documentOf(named('order_paid')).querySelector('h1')?.textContent).toBe(
      'Imperial topaz, Ouro Preto',
    );
  });

  test('a mail about several shows each small, beside its own label, in the smallest file that is sharp', () => {
    expect(
      picturesOf(named('order_placed')).map((one) => [
        one.getAttribute('src')?.slice(-12),
        one.getAttribute('width'),
        one.getAttribute('height'),
      ]),
    ).toEqual([
      ['aaaa-320.jpg', '72', '48'],
      ['bbbb-320.jpg', '36', '72'],
      ['ccc-full.jpg', '72', '54'],
    ]);
    expect(documentOf(named('order_placed')).querySelector('h1')).toBeNull();
  });

  test('a piece without a picture has its label alone', () => {
    const sample = sampleOf('', mailTemplates.order_paid, sampleOrder({ pictures: new Map() }));
    expect(picturesOf(sample)).toEqual([]);
    expect(wordsOf(sample)).toContain('Imperial topaz, Ouro Preto');
  });

  test.each([
    'http://localhost:3000',
    'http://druse.example',
    'https://localhost',
    'https://127.0.0.1:8443',
    'https://[::1]',
  ])('a shop at %s, where nobody else can fetch one by https, sends none', (origin) => {
    const logo = {
      kind: 'picture',
      ...samplePictures[0],
      placeholder: '',
      alt: '',
      light: null,
    } as never;
    const general = { ...sampleShop.settings.general, logo };
    const shop = { settings: { ...sampleShop.settings, general }, origin };
    expect(picturesOf(sampleOf('', mailTemplates.order_placed, sampleOrder(), shop))).toEqual([]);
    expect(
      picturesOf(
        sampleOf('', mailTemplates.order_placed, sampleOrder(), {
          ...shop,
          origin: 'https://druse.example',
        }),
      ),
    ).toHaveLength(2);
  });
});

test('what somebody has typed is text in the HTML, its title and its attributes', () => {
  const html = htmlOfSample(named('an order whose words look like markup'));
  expect(html).not.toMatch(/<b |onclick="/);
  expect(html.match(/&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;amp;/g)?.length).toBeGreaterThan(9);
});

test('the line that lists of mails show is the first sentence after the greeting, and nothing after it', () => {
  const previewIn = (blocks: Block[]) =>
    documentOf({ name: '', subject: '', shop: sampleShop, blocks })
      .querySelector('body > p')
      ?.textContent.replace(/[\u034f\u200c\u00a0]+$/, '|');
  expect(previewIn(named('order_shipped').blocks)).toBe('Your order #12 is on its way.|');
  expect(previewIn([say('Two\nlines  & more')])).toBe('Two lines & more|');
  expect(previewIn([say('long '.repeat(100))])).toHaveLength(201);
});

describe('the blocks of a plain text, for a mail that is sent again', () => {
  test('say the same as the text', () => {
    for (const { name, blocks, shop } of samples)
      expect(toText(blocksOf(toText(blocks), shop.origin)), name).toBe(toText(blocks));
  });

  test('have its pieces with their pictures where the row keeps them, and still say the same', () => {
    for (const { name, subject, blocks, shop } of samples) {
      const again = blocksOf(
        toText(blocks),
        shop.origin,
        JSON.parse(JSON.stringify(piecesOf(blocks))),
      );
      expect(toText(again), name).toBe(toText(blocks));
      const imagesOf = (shown: Block[]) => toHtml(subject, shown, shop).match(/<img src="[^"]+"/g);
      expect(imagesOf(again), name).toEqual(imagesOf(blocks));
    }
  });

  test('have its headings, sums, warnings and the button to the shop', () => {
    const kindsOf = (name: string) =>
      blocksOf(toText(named(name).blocks), sampleShop.origin).map(({ kind }) => kind);
    expect(kindsOf('order_cancelled')).toEqual([
      'greeting',
      'paragraph',
      'warning',
      'paragraph',
      'heading',
      'bill',
      'closing',
    ]);
    expect(kindsOf('order_paid').filter((kind) => kind === 'link')).toHaveLength(1);
  });

  test('have no link that leads elsewhere, which a stranger may have typed', () => {
    expect(
      blocksOf('View the order:\nhttps://druse.example.evil.example/x\n', sampleShop.origin),
    ).toEqual([
      { kind: 'paragraph', text: 'View the order:\nhttps://druse.example.evil.example/x' },
    ]);
  });
});
