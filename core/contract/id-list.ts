import { z } from 'zod';
import { id } from './text.ts';

/** `12,13`. */
export const idList = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, 'Not a list of ids')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .pipe(z.array(id).max(max));
