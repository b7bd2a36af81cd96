import { z } from 'zod';
import { instant } from '#core/contract/text.ts';
import { findingStates } from '#features/health/contract/doctor-rules.ts';

export const finding = z.object({
  name: z.string(),
  state: z.enum(findingStates),
  text: z.string(),
  /** What to do; null: nothing. */
  wayOut: z.string().nullable(),
});

/** Without secrets, so that it can be sent to a helper. */
export const doctorReport = z.object({
  version: z.string(),
  at: instant,
  findings: z.array(finding),
});

export type Finding = z.infer<typeof finding>;
export type DoctorReport = z.infer<typeof doctorReport>;
