/** What the doctor finds: each thing looked at, how it is, and what to do. */
import { z } from 'zod';
import { instant } from '#contract/text.ts';
import { findingStates } from './doctor-rules.ts';

export const finding = z.object({
  /** What was looked at. */
  name: z.string(),
  state: z.enum(findingStates),
  /** How it is. */
  text: z.string(),
  /** What to do; null: nothing. */
  wayOut: z.string().nullable(),
});

/** Without secrets, so that it can be sent to somebody who helps. */
export const doctorReport = z.object({ version: z.string(), at: instant, findings: z.array(finding) });

export type Finding = z.infer<typeof finding>;
export type DoctorReport = z.infer<typeof doctorReport>;
