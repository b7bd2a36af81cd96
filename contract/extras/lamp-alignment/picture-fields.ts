import { z } from 'zod';

/** Moved over the other picture, there without being moved, not sure how, not tried yet. */
const alignmentStates = ['aligned', 'fits', 'unsure', 'waiting'] as const;

/** For the admin, of a picture that lies over one in daylight: whether the shop knows how. */
export const alignment = z.enum(alignmentStates).optional();
