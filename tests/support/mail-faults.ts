/** What all mail programs need of a mail's HTML, whatever it says. */
import { Window } from 'happy-dom';
import { HtmlValidate } from 'html-validate';
import { toText } from '#core/server/messages/mail/mail-body.ts';
import { toHtml } from '#core/server/messages/mail/mail-html.ts';
import type { Sample } from './mail-samples.ts';

/** Bytes. Gmail cuts off what is beyond 102 KB. */
const MAX_SIZE = 40_000;
const TAGS = new Set(
  'html head meta title style body table tbody tr td p h1 h2 strong br a img'.split(' '),
);
const ATTRIBUTES = new Set(
  'lang charset name content class style role width height cellpadding cellspacing bgcolor align valign href src alt'.split(
    ' ',
  ),
);
const validator = new HtmlValidate({
  rules: {
    'close-order': 'error',
    'no-dup-attr': 'error',
    'element-permitted-content': 'error',
    'no-raw-characters': 'error',
  },
  elements: ['html5'],
});

export const htmlOfSample = ({ subject, blocks, shop }: Sample): string =>
  toHtml(subject, blocks, shop);

/** The document of a mail, which runs nothing and loads nothing. */
export function documentOf(sample: Sample) {
  const window = new Window({
    settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true },
  });
  return new window.DOMParser().parseFromString(htmlOfSample(sample), 'text/html');
}

/** The words of a button, of which a mail has one at most. */
export const buttonsOf = (sample: Sample): string[] =>
  [...documentOf(sample).querySelectorAll('td.b')].map((cell) => cell.textContent);

/** What is wrong with it; nothing, if all is well. */
export async function faultsOf(sample: Sample): Promise<string[]> {
  const html = htmlOfSample(sample);
  const text = toText(sample.blocks);
  const document = documentOf(sample);
  const elements = [...document.querySelectorAll('*')];
  const styles = elements.map((element) => element.getAttribute('style') ?? '').join(';');
  const pictures = [...document.querySelectorAll('img')];
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  const preview = document.querySelector('body > p:first-child');
  const { results } = await validator.validateString(html);
  return [
    ...results.flatMap(({ messages }) =>
      messages.map(({ message, offset }) => `${message}: ${html.slice(offset - 40, offset + 40)}`),
    ),
    ...(Buffer.byteLength(html) < MAX_SIZE ? [] : [`${Buffer.byteLength(html)} bytes`]),
    ...elements
      .filter(({ localName }) => !TAGS.has(localName))
      .map(({ localName }) => `element ${localName}`),
    ...elements.flatMap(({ attributes }) =>
      [...attributes]
        .filter(({ name }) => !ATTRIBUTES.has(name))
        .map(({ name }) => `attribute ${name}`),
    ),
    ...(/url\(|@import|position:|flex|grid|float:/.test(styles)
      ? ['a style that not all mail programs know']
      : []),
    ...(document.querySelectorAll('style').length === 1 ? [] : ['other than one style block']),
    ...(html.includes('<meta name="color-scheme" content="light dark">')
      ? []
      : ['no color scheme']),
    ...pictures
      .filter(
        ({ src }) =>
          !/^\/media\/[0-9a-f]{32}-(?:\d+|full)\.jpg$/.test(src.replace(sample.shop.origin, '')),
      )
      .map(({ src }) => `picture ${src}`),
    ...pictures
      .filter((one) => (one.getAttribute('alt') ?? '').trim() === '')
      .map(({ src }) => `no words for ${src}`),
    ...pictures
      .filter(
        (one) =>
          !(Number(one.getAttribute('width')) <= 320 && Number(one.getAttribute('height')) <= 240),
      )
      .map(({ src }) => `size of ${src}`),
    ...links
      .filter((href) => !text.includes(href) && href !== sample.shop.origin)
      .map((href) => `link to ${href}`),
    ...(document.querySelectorAll('td.b').length <= 1 ? [] : ['several buttons']),
    ...(/^display:none/.test(preview?.getAttribute('style') ?? '') &&
    /\S{2}/.test(preview?.textContent ?? '')
      ? []
      : ['no preview']),
  ];
}
