import type { FastifyRequest } from 'fastify';
import { withSourcePositions } from '#platform/process/source-positions.ts';
import type { App } from './app-type.ts';
import { countRepeats } from './repeated-lines.ts';

/** Omits the query, and a fragment in disguise: the secret key of an order must not be logged. */
const pathOf = (url: string) => url.split(/\?|%23/, 1)[0];

/**
 * @param write default: standard output.
 * @param hear gets each line as JSON before that.
 */
export function logOptions(
  level: string,
  isForHumans: boolean,
  write?: (line: string) => void,
  hear?: (line: string) => void,
) {
  const print = write ?? ((line: string) => process.stdout.write(line));
  return {
    level,
    base: undefined,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url) }),
      // Database drivers put values of rows into other fields of their errors.
      err: (error: Error) => ({
        type: error.name,
        message: error.message,
        stack: withSourcePositions(error.stack ?? ''),
      }),
    },
    stream: {
      write: countRepeats((line) => {
        hear?.(line);
        print(isForHumans ? humanLine(line) : line);
      }),
    },
  };
}

const levelNames: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

function humanLine(line: string): string {
  const { level, time, msg, reqId, err, ...rest } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const parts = [clock, (levelNames[level] ?? '').padEnd(5), reqId, msg, ...details].filter(
    Boolean,
  );
  return `${parts.join(' ')}\n${err ? `${err.stack}\n` : ''}`;
}

export function logResponses(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    request.log.debug(
      { method, path: pathOf(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
