import { connect } from 'node:tls';
import { boundedText } from './bounded-text.ts';

const TIMEOUT_MS = 10_000;

export type OwnAddress = {
  /** Why it gave no good answer, in the system's words; null: it did. */
  problem: string | null;
  /** Null: there is none, or it could not be read. */
  certificate: { from: Date; until: Date } | null;
};

/**
 * @param origin such as `https://druse.example`.
 * @param path of a probe that answers with 200 and `answer`.
 */
export async function lookAtOwnAddress(
  origin: string,
  path: string,
  answer: string,
): Promise<OwnAddress> {
  const [problem, certificate] = await Promise.all([
    problemOf(origin + path, answer),
    origin.startsWith('https:') ? certificateOf(new URL(origin)) : null,
  ]);
  return { problem, certificate };
}

async function problemOf(url: string, answer: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await boundedText(response.body, 100);
    if (response.status === 200 && text === answer) return null;
    return response.status === 200
      ? 'another program answers there'
      : `it answers with status ${response.status}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

const certificateOf = (url: URL) =>
  new Promise<OwnAddress['certificate']>((resolve) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // Whether it is to be trusted says the request beside this.
    const socket = connect(
      {
        host,
        servername: host,
        port: Number(url.port || 443),
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
      },
      () => {
        const { valid_from, valid_to } = socket.getPeerCertificate();
        resolve(valid_to ? { from: new Date(valid_from), until: new Date(valid_to) } : null);
        socket.destroy();
      },
    );
    const giveUp = () => {
      resolve(null);
      socket.destroy();
    };
    socket.on('error', giveUp).on('timeout', giveUp);
  });
