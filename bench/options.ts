/** `npm run bench -- rush --connections each --beside 2 --buyers 300`. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: 'shared' },
    beside: { type: 'string', default: '0' },
    buyers: { type: 'string' },
  },
});

export const parts = positionals;
/** Each buyer has a connection of their own, or they share those of a proxy. */
export const hasOwnConnections = values.connections === 'each';
/** Busy loops beside the crowd. */
export const beside = Number(values.beside);
/** Crowds instead of the usual ones. */
export const buyers = values.buyers?.split(',').map(Number);
