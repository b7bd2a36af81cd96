import { z } from 'zod';
import { id } from '#core/contract/text.ts';
import { MAX_PASSKEYS } from './passkey-rules.ts';

/** The passkeys that still log in; the others are removed. Undefined: all stay. */
export const remainingPasskeys = z.array(id).max(MAX_PASSKEYS).optional();
