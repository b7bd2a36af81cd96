import { z } from 'zod';

const alignmentStates = ['aligned', 'fits', 'unsure', 'waiting'] as const;

/** For the admin alone. */
export const alignment = z.enum(alignmentStates).optional();
