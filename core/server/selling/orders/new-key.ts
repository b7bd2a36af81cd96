import { randomBytes } from 'node:crypto';

export const newKey = (): string => randomBytes(24).toString('base64url');
