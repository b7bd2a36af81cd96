const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  bdquo: '„',
  times: '×',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  plusmn: '±',
  micro: 'µ',
  prime: '′',
  Prime: '″',
  sup2: '²',
  sup3: '³',
  frac13: '⅓',
  frac18: '⅛',
  laquo: '«',
  raquo: '»',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  icirc: 'î',
  ucirc: 'û',
  ntilde: 'ñ',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  Eacute: 'É',
  oslash: 'ø',
  aring: 'å',
  aelig: 'æ',
};

const MAX_CODE_POINT = 0x10ffff;

export const withoutEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z0-9]{2,8});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? entity;
    const code =
      name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });

function withoutScripts(html: string): string {
  const [first = '', ...others] = html.split(/<(?:script|style)\b/i);
  return [first, ...others.map((part) => part.slice(closingOf(part)))].join(' ');
}

function closingOf(part: string): number {
  const closing = /<\/(?:script|style)[^<>]*>/i.exec(part);
  return closing ? closing.index + closing[0].length : part.length;
}

/** Keeps paragraphs, lines and points of lists apart. Text without a tag stays as it is. */
export function htmlText(html: string): string {
  if (!/<[a-z!/]/i.test(html)) return withoutEntities(html).trim();
  const lines = withoutScripts(html)
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<br\b[^<>]*>|<\/tr>/gi, '\n')
    .replace(/<\/?(?:p|div|ul|ol|h[1-6]|table|section|blockquote)\b[^<>]*>/gi, '\n\n')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<[a-z!/][^<>]*>/gi, '');
  const text = withoutEntities(lines)
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]{2,}/g, ' ').trim());
  return text
    .filter((line, index) => line !== '' || (text[index - 1] ?? '') !== '')
    .join('\n')
    .trim();
}
