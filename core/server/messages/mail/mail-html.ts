/** All mail programs know tables and inline styles; the style block only serves dark themes. */
import type { Block, MailedPiece } from './mail-body.ts';
import { pictureIn, showsPictures } from './mail-picture.ts';
import type { Shop } from './template.ts';

/**
 * As in `ui/tokens.css`. Each text carries its ground, for mail programs without a dark theme, or
 * with their own.
 */
const light = {
  ground: '#f7f3eb',
  ink: '#1c191f',
  quiet: '#645d66',
  line: '#d4d0ca',
  accent: '#5b3bb8',
  action: '#5b3bb8',
  bad: '#a3262f',
};
const dark = {
  ground: '#161418',
  ink: '#ece7df',
  quiet: '#a9a2ab',
  line: '#363436',
  accent: '#bba4f5',
  action: '#7452cf',
  bad: '#f2929a',
};
const room = { ground: '#0b0a0c', ink: '#f3efe8', quiet: '#aea8b0' };

const SERIF = "font-family:Fraunces,Georgia,'Times New Roman',serif";
const SANS =
  "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const FIGURES = 'font-variant-numeric:tabular-nums';
/** Breaks long words rather than pushing the mail wide. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere';

/** In CSS pixels. */
const WIDTH = 600;
const STAGE = { width: 320, height: 240 };
const LOGO = { width: 30, height: 30 };
const THUMBNAIL = { width: 72, height: 72 };

/** A longer first paragraph is set like all others. */
const MAX_LEAD = 260;
const MAX_PREVIEW = 200;
/** Keeps mail programs from previewing what follows. */
const AFTER_PREVIEW = '&#847;&zwnj;&nbsp;'.repeat(70);

const THEME = `@media (prefers-color-scheme:dark){${[
  `.g{background-color:${dark.ground}!important}`,
  `.i{color:${dark.ink}!important}`,
  `.q{color:${dark.quiet}!important}`,
  `.l{border-color:${dark.line}!important}`,
  `.a{color:${dark.accent}!important}`,
  `.b{background-color:${dark.action}!important}`,
  `.w{color:${dark.bad}!important}`,
].join('')}}`;

/** @param subject the title where it is opened as a page. */
export function toHtml(
  subject: string,
  blocks: Block[],
  { settings: { general }, origin }: Shop,
): string {
  const hasPictures = showsPictures(origin);
  const pieces = blocks.flatMap((block) =>
    block.kind === 'bill' ? block.pieces : block.kind === 'piece' ? [block.piece] : [],
  );
  const staged = hasPictures && pieces.length === 1 && pieces[0]?.picture ? pieces[0] : null;
  const lead = blocks.find(({ kind }) => kind !== 'greeting' && kind !== 'piece');
  const button = blocks.findIndex(({ kind }) => kind === 'link');
  const drawn = { origin, hasPictures, staged };
  const body = blocks.map((block, index) => {
    if (index === button && block.kind === 'link') return buttonOf(block);
    if (block === lead && block.kind === 'paragraph' && block.text.length <= MAX_LEAD)
      return leadOf(block.text);
    return htmlOf(block, drawn, button >= 0 && index > button ? 'q' : 'i');
  });
  const logo =
    hasPictures && general.logo
      ? `<td width="42" valign="top" style="min-width:30px;padding:0 12px 0 0">${image({ title: '', picture: general.logo }, LOGO, origin)}</td>`
      : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${THEME}</style></head>
<body class="g" style="margin:0;padding:0;background-color:${light.ground};-webkit-text-size-adjust:100%">
<p style="display:none;max-height:0;margin:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all">${escaped(previewOf(lead))}${AFTER_PREVIEW}</p>
${band(
  `background-color:${room.ground}`,
  `bgcolor="${room.ground}"`,
  `<tr><td style="padding:18px 24px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${logo}<td style="${SERIF};font-size:22px;line-height:30px;${BREAKS}"><a href="${escaped(origin)}" style="color:${room.ink};text-decoration:none">${escaped(general.siteTitle)}</a></td></tr></table></td></tr>
${staged ? `<tr><td align="center" style="padding:6px 24px 30px">${image(staged, STAGE, origin)}</td></tr>` : ''}`,
)}
${band(
  `background-color:${light.ground}`,
  `class="g" bgcolor="${light.ground}"`,
  `<tr><td class="i" style="padding:24px 24px 32px;color:${light.ink};${SANS};font-size:16px;line-height:25px;${BREAKS}">
${staged ? stagedLabel(staged) : ''}${body.join('\n')}
</td></tr>`,
)}
</body></html>
`;
}

const band = (style: string, attributes: string, rows: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes} style="${style}"><tr><td align="center"><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" style="width:100%;max-width:${WIDTH}px;table-layout:fixed;text-align:left">${rows}</table></td></tr></table>`;

const previewOf = (lead: Block | undefined) =>
  lead && 'text' in lead ? (lead.text ?? '').replace(/\s+/g, ' ').slice(0, MAX_PREVIEW) : '';

type Drawn = { origin: string; hasPictures: boolean; staged: MailedPiece | null };
/** `i` before the button, `q` after it. */
type Ink = 'i' | 'q';

const colours = { i: light.ink, q: light.quiet };

function htmlOf(block: Block, drawn: Drawn, ink: Ink): string {
  switch (block.kind) {
    case 'greeting':
    case 'paragraph':
    case 'words':
      return paragraph(ink, lines(block.text));
    case 'quote':
      return table(
        `<tr><td class="l q" style="padding:0 0 0 16px;border-left:1px solid ${light.line};color:${light.quiet}">${lines(block.text)}</td></tr>`,
      );
    case 'heading':
      return `<h2 class="i l" style="margin:32px 0 12px;padding:0 0 8px;border-bottom:1px solid ${light.line};color:${light.ink};${SERIF};font-size:20px;line-height:26px;font-weight:normal">${escaped(block.text)}</h2>`;
    case 'warning':
      return `<p class="w" style="margin:0 0 16px;color:${light.bad}"><strong>${escaped(block.text)}</strong></p>`;
    case 'rows':
      return table(block.rows.map(factOf).join(''));
    case 'bill':
      return billOf(block, drawn);
    case 'piece':
      return block.piece === drawn.staged ? '' : labelOf(block.piece, drawn);
    case 'link':
      return paragraph(ink, anchor(block.href, block.text));
    case 'closing':
      return table(
        `<tr><td class="l q" style="padding:20px 0 0;border-top:1px solid ${light.line};color:${light.quiet};font-size:15px;line-height:23px">${lines(block.text)}<br>${anchor(block.href, new URL(block.href).host)}</td></tr>`,
        32,
      );
  }
}

const paragraph = (ink: Ink, html: string) =>
  `<p class="${ink}" style="margin:0 0 16px;color:${colours[ink]}${ink === 'q' ? ';font-size:15px;line-height:23px' : ''}">${html}</p>`;

const leadOf = (text: string) =>
  `<p class="i" style="margin:0 0 22px;color:${light.ink};${SERIF};font-size:21px;line-height:30px">${lines(text)}</p>`;

const table = (rows: string, above = 0) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:${above}px 0 20px;${BREAKS}">${rows}</table>`;

const buttonOf = ({ text, href }: { text: string; href: string }) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td class="b" bgcolor="${light.action}" align="center" style="border-radius:3px;background-color:${light.action};mso-padding-alt:12px 24px"><a href="${escaped(href)}" style="display:inline-block;padding:12px 24px;color:#ffffff;${SANS};font-size:16px;line-height:22px;font-weight:500;text-decoration:none">${escaped(text)}</a></td></tr></table>`;

const anchor = (href: string, text: string) =>
  `<a class="a" href="${escaped(href)}" style="color:${light.accent};text-decoration:underline">${escaped(text)}</a>`;

const factOf = ([name, value]: readonly [string, string]) =>
  `<tr><td class="q" width="32%" style="padding:3px 16px 3px 0;color:${light.quiet};vertical-align:top">${escaped(name)}</td><td class="i" style="padding:3px 0;color:${light.ink};vertical-align:top">${lines(value)}</td></tr>`;

function billOf({ pieces, sums }: Extract<Block, { kind: 'bill' }>, drawn: Drawn): string {
  const labels = drawn.staged ? '' : pieces.map((piece) => labelOf(piece, drawn)).join('\n');
  const staged = drawn.staged
    ? pieces.map(({ title, price }) => [title, price ?? ''] as const)
    : [];
  return `${labels}${table([...staged, ...sums].map((sum, index, all) => sumOf(sum, index === all.length - 1)).join(''))}`;
}

const sumOf = ([name, value]: readonly [string, string], isLast: boolean) => {
  const above = isLast
    ? `padding:9px 0 3px;border-top:1px solid ${light.line};font-weight:600`
    : 'padding:3px 0';
  return `<tr><td class="${isLast ? 'i' : 'q'} l" style="${above};color:${isLast ? light.ink : light.quiet};vertical-align:top">${escaped(name)}</td><td class="i l" align="right" style="${above};padding-left:20px;color:${light.ink};${FIGURES};vertical-align:top;white-space:nowrap">${escaped(value)}</td></tr>`;
};

const stagedLabel = (piece: MailedPiece) =>
  `<h1 class="i" style="margin:0;color:${light.ink};${SERIF};font-size:24px;line-height:31px;font-weight:normal">${titleOf(piece)}</h1>${priceOf(piece)}${table(`<tr><td class="l" style="border-bottom:1px solid ${light.line};font-size:1px;line-height:16px">&nbsp;</td></tr>`)}`;

function labelOf(piece: MailedPiece, { hasPictures, origin }: Drawn): string {
  const picture =
    hasPictures && piece.picture
      ? `<td width="${THUMBNAIL.width}" height="${THUMBNAIL.height}" align="center" valign="middle" bgcolor="${room.ground}" style="width:${THUMBNAIL.width}px;height:${THUMBNAIL.height}px;background-color:${room.ground}">${image(piece, THUMBNAIL, origin)}</td><td width="16" style="width:16px">&nbsp;</td>`
      : '';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 14px;table-layout:fixed;${BREAKS}"><tr>${picture}<td valign="middle"><p class="i" style="margin:0;color:${light.ink};${SERIF};font-size:17px;line-height:23px">${titleOf(piece)}</p>${priceOf(piece)}</td></tr></table>`;
}

const titleOf = ({ title, href }: MailedPiece) =>
  href === undefined
    ? escaped(title)
    : `<a class="i" href="${escaped(href)}" style="color:${light.ink};text-decoration:underline;text-decoration-color:${light.quiet}">${escaped(title)}</a>`;

const priceOf = ({ price }: MailedPiece) =>
  price === null
    ? ''
    : `<p class="q" style="margin:2px 0 0;color:${light.quiet};${FIGURES};font-size:15px;line-height:22px">${escaped(price)}</p>`;

/** A small picture has its title beside it: its text is only heard. */
function image(
  { title, picture }: Pick<MailedPiece, 'title' | 'picture'>,
  box: { width: number; height: number },
  origin: string,
): string {
  if (!picture) return '';
  const { width, height, path } = pictureIn(picture, box);
  return `<img src="${escaped(origin + path)}" alt="${escaped(title)}" width="${width}" height="${height}" style="max-width:100%;height:auto;border:0;vertical-align:middle;color:${room.quiet};${SANS};font-size:${box === STAGE ? 14 : 0}px;line-height:20px">`;
}

const lines = (text: string) => escaped(text).replaceAll('\n', '<br>');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
