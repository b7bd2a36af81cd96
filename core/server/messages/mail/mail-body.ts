/** `mail-html.ts` writes it as HTML. */
import type { MailPicture } from './mail-picture.ts';

/** `href`: where the piece is shown, if the mail leads there. */
export type MailedPiece = {
  title: string;
  price: string | null;
  picture: MailPicture | null;
  href?: string;
};

type Row = readonly [name: string, value: string];

export type Block =
  | { kind: 'greeting'; text: string }
  | { kind: 'paragraph'; text: string }
  /** Written by the admin. */
  | { kind: 'words'; text: string }
  /** Written by the reader. */
  | { kind: 'quote'; text: string }
  | { kind: 'heading'; text: string }
  /** No one may overlook it. */
  | { kind: 'warning'; text: string }
  | { kind: 'rows'; rows: Row[] }
  | { kind: 'bill'; pieces: MailedPiece[]; sums: Row[] }
  /** `text`: its plain text; null: the mail names it elsewhere. */
  | { kind: 'piece'; piece: MailedPiece; text: string | null }
  /** The first one becomes the button. */
  | { kind: 'link'; text: string; href: string }
  | { kind: 'closing'; text: string; href: string };

export function toText(blocks: Block[]): string {
  return `${blocks.flatMap((block) => textOf(block) ?? []).join('\n\n')}\n`;
}

function textOf(block: Block): string | null {
  switch (block.kind) {
    case 'greeting':
    case 'paragraph':
    case 'words':
      return block.text;
    case 'quote':
      return block.text.replace(/^/gm, '> ');
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`;
    case 'warning':
      return `*** ${block.text} ***`;
    case 'rows':
      return textOfRows(block.rows);
    case 'bill':
      return textOfRows([
        ...block.pieces.map(({ title, price }) => [title, price ?? ''] as const),
        ...block.sums,
      ]);
    case 'piece':
      return block.text;
    case 'link':
      return `${block.text}:\n${block.href}`;
    case 'closing':
      return `${block.text}\n${block.href}`;
  }
}

const textOfRows = (rows: Row[]) =>
  rows.map(([name, value]) => `  ${name}: ${value.replaceAll('\n', '\n    ')}`).join('\n');

/** The plain text has no pictures. `block`: what the piece stood in. */
export type StoredPiece = { block: 'bill' | 'piece'; text: string | null; piece: MailedPiece };

export const piecesOf = (blocks: Block[]): StoredPiece[] =>
  blocks.flatMap((block): StoredPiece[] => {
    if (block.kind === 'bill')
      return block.pieces.map((piece) => ({ block: 'bill', text: null, piece }));
    return block.kind === 'piece' ? [{ block: 'piece', text: block.text, piece: block.piece }] : [];
  });

/**
 * Serves mails whose HTML is no longer stored. @param origin only what leads there is a link: a
 * text may quote strangers. @param stored the mail's pieces.
 */
export function blocksOf(text: string, origin: string, stored: StoredPiece[] = []): Block[] {
  const billed = stored.filter(({ block }) => block === 'bill').map(({ piece }) => piece);
  const alone = stored.filter(({ block }) => block === 'piece');
  const blocks = text
    .trimEnd()
    .split('\n\n')
    .map((part): Block => {
      const named = alone.find((one) => one.text === part);
      if (named) return { kind: 'piece', piece: named.piece, text: part };
      const rows = part.split(ROWS);
      const isBill =
        billed.length > 0 &&
        billed.every(({ title }, row) => rows[row]?.startsWith(`  ${title}: `));
      return isBill
        ? { kind: 'bill', pieces: billed, sums: rows.slice(billed.length).map(rowOf) }
        : blockOf(part, origin);
    });
  const silent = alone
    .filter((one) => one.text === null)
    .map(({ piece }): Block => ({ kind: 'piece', piece, text: null }));
  const after = blocks[0]?.kind === 'greeting' ? 1 : 0;
  return blocks.toSpliced(after, 0, ...silent);
}

const ROWS = /\n(?= {2}\S)/;

function blockOf(part: string, origin: string): Block {
  const lines = part.split('\n');
  const [first = '', second = ''] = lines;
  const last = lines.at(-1) ?? '';
  if (lines.length > 1 && last === origin)
    return { kind: 'closing', text: lines.slice(0, -1).join('\n'), href: last };
  if (
    lines.length === 2 &&
    first.endsWith(':') &&
    second.startsWith(`${origin}/`) &&
    !/\s/.test(second)
  )
    return { kind: 'link', text: first.slice(0, -1), href: second };
  if (lines.length === 2 && second !== '' && second === '-'.repeat(first.length))
    return { kind: 'heading', text: first };
  if (part.startsWith('*** ') && part.endsWith(' ***'))
    return { kind: 'warning', text: part.slice(4, -4) };
  const rows = part.split(ROWS);
  if (rows.every((row) => /^ {2}\S.*: (?:\$\S+|Free)$/.test(row)))
    return { kind: 'bill', pieces: [], sums: rows.map(rowOf) };
  if (rows.every((row) => /^ {2}\S.*: /.test(row))) return { kind: 'rows', rows: rows.map(rowOf) };
  if (lines.every((line) => line.startsWith('> ')))
    return { kind: 'quote', text: lines.map((line) => line.slice(2)).join('\n') };
  if (/^(?:Hello|Dear .*),$/.test(part)) return { kind: 'greeting', text: part };
  return { kind: 'paragraph', text: part };
}

function rowOf(text: string): Row {
  const [name = '', ...value] = text.slice(2).split(': ');
  return [name, value.join(': ').replaceAll('\n    ', '\n')];
}
