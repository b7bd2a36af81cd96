/** A mail's content once, written out as plain text and as simple HTML. Everything in it is text. */

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  /** Stands out: what nobody may overlook. */
  | { kind: 'warning'; text: string }
  /** Names with values, such as the lines of a bill. */
  | { kind: 'rows'; rows: (readonly [name: string, value: string])[] }
  | { kind: 'link'; text: string; href: string }
  /** Shown as HTML alone. */
  | { kind: 'picture'; src: string; alt: string };

export function toText(blocks: Block[]): string {
  return `${blocks.flatMap((block) => textOf(block) ?? []).join('\n\n')}\n`;
}

function textOf(block: Block): string | null {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`;
    case 'warning':
      return `*** ${block.text} ***`;
    case 'rows':
      return block.rows.map(([name, value]) => `  ${name}: ${value.replaceAll('\n', '\n    ')}`).join('\n');
    case 'link':
      return `${block.text}:\n${block.href}`;
    case 'picture':
      return null;
  }
}

export function toHtml(blocks: Block[]): string {
  const body = blocks.map(htmlOf).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="font: 16px/1.5 Georgia, serif; color: #1c191f; max-width: 36em">
${body}
</body></html>
`;
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${lines(block.text)}</p>`;
    case 'heading':
      return `<h2 style="font-size: 1.15em; font-weight: normal; border-bottom: 1px solid #ccc">${escaped(block.text)}</h2>`;
    case 'warning':
      return `<p style="color: #a3262f"><strong>${escaped(block.text)}</strong></p>`;
    case 'rows':
      return `<table cellpadding="0" cellspacing="0">${block.rows.map(rowOf).join('')}</table>`;
    case 'link':
      return `<p>${escaped(block.text)}:<br><a href="${escaped(block.href)}">${escaped(block.href)}</a></p>`;
    case 'picture':
      return `<p><img src="${escaped(block.src)}" alt="${escaped(block.alt)}" width="320" style="max-width: 100%; height: auto"></p>`;
  }
}

const rowOf = ([name, value]: readonly [string, string]) =>
  `<tr><td style="padding: 2px 24px 2px 0; vertical-align: top">${escaped(name)}</td><td style="padding: 2px 0">${lines(value)}</td></tr>`;

const lines = (text: string) => escaped(text).replaceAll('\n', '<br>');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
