/** Which of our encodings a client takes. */
export type Encoding = 'br' | 'gzip' | 'identity';

const MAX_KNOWN = 100;
const MAX_KNOWN_LENGTH = 200;
/** Browsers send the same few headers again and again. */
const known = new Map<string, Encoding>();

/** The best encoding that an Accept-Encoding header takes; identity where it takes none of ours. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const found = known.get(header);
  if (found) return found;
  const choice = choose(header);
  if (known.size < MAX_KNOWN && header.length < MAX_KNOWN_LENGTH) known.set(header, choice);
  return choice;
}

function choose(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
