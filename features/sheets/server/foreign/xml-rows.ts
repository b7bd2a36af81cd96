/** Reads XML as it comes, and never holds more of it than a row. Runs in the child process. */
import sax, { type Tag } from 'sax';
import type { UnpackedFile } from './workbook-files.ts';

/** Deeper than any spreadsheet. */
const MAX_DEPTH = 200;
const MAX_ATTRIBUTES = 200;

export type Attributes = Readonly<Record<string, string>>;
export type XmlHandlers = {
  open: (name: string, attributes: Attributes) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Yields what the handlers emit, chunk by chunk; names come without a prefix.
 * @throws Error for XML that is broken, or deeper or wider than a spreadsheet's. No entity is
 * expanded but the five of XML.
 */
export async function* emitted<Item>(
  { data, countMarkup }: UnpackedFile,
  handlersFor: (emit: (item: Item) => void) => XmlHandlers,
): AsyncGenerator<Item> {
  const found: Item[] = [];
  const { open, close, text } = handlersFor((item) => found.push(item));
  // By its position it sees to it that no text or attribute grows without end.
  const parser = sax.parser(true);
  let [depth, attributes] = [0, 0];
  parser.onerror = (error) => {
    throw error;
  };
  const countOne = () => countMarkup(2);
  parser.oncomment = countOne;
  parser.onprocessinginstruction = countOne;
  parser.onopencdata = countOne;
  parser.onattribute = () => {
    countMarkup(1);
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Error('Too many attributes');
  };
  parser.onopentag = (tag) => {
    countOne();
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new Error('Too deep');
    open(local(tag.name), (tag as Tag).attributes);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    close(local(name));
  };
  parser.ontext = text;
  parser.oncdata = text;
  const decoder = new TextDecoder();
  for await (const chunk of data) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  parser.write(decoder.decode()).close();
  yield* found.splice(0);
}
