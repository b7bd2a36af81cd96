import { z } from 'zod';

export const ifMatchHeader = z.looseObject({ 'if-match': z.string().max(200).optional() });
