/** Never shows a secret. */

import { bad, type Found, type Look, type Patient, unknown } from '#core/server/findings.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import type { DoctorReport } from '#features/health/contract/doctor.ts';
import { DatabaseLost } from '#platform/db/lost-database.ts';
import { version } from '#platform/process/version.ts';
import { lookAtAddress, lookAtProxy } from './address-findings.ts';
import {
  lookAtClock,
  lookAtConfiguration,
  lookAtDisk,
  lookAtFiles,
  lookAtSpeed,
} from './machine-findings.ts';
import { lookAtDatabase, lookAtErrors, lookAtMail, lookAtMedia } from './service-findings.ts';

const TIMEOUT_MS = 40_000;

/** The features' looks come before the last. */
const looks: Record<string, Look> = {
  Configuration: lookAtConfiguration,
  'Files and permissions': lookAtFiles,
  'Disk space': lookAtDisk,
  'Disk speed': lookAtSpeed,
  Clock: lookAtClock,
  Database: lookAtDatabase,
  'Photos and videos': lookAtMedia,
  Email: lookAtMail,
  'The shop’s address': lookAtAddress,
  'Visitors’ IP addresses': lookAtProxy,
  ...entriesAt('findings'),
  'Last errors': lookAtErrors,
};

/** Looks at everything at once; what gives no answer is a finding too. */
export async function examine(patient: Patient): Promise<DoctorReport> {
  const findings = await Promise.all(
    Object.entries(looks).map(async ([name, look]) => ({
      name,
      ...(await bounded(look(patient))),
    })),
  );
  return { version, at: patient.clock.now().toISOString(), findings };
}

async function bounded(looking: Promise<Found>): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(
      resolve,
      TIMEOUT_MS,
      bad('The check didn’t finish.', 'Try again. If it happens again, look at the log.'),
    );
  });
  const failed = (error: unknown) =>
    error instanceof DatabaseLost
      ? unknown('This needs the database.', 'Look at “Database” first.')
      : bad(
          `This couldn’t be checked: ${codeOf(error)}.`,
          'Look at the last lines of the log, and try again.',
        );
  return Promise.race([looking.catch(failed), late]).finally(() => clearTimeout(timer));
}

/** A message may have names and addresses in it. */
const codeOf = (error: unknown) =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown';
