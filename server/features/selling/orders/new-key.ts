import { randomBytes } from 'node:crypto';

/** A secret of an order's links. */
export const newKey = (): string => randomBytes(24).toString('base64url');
