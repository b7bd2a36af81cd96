import { bad, good, type Look, unknown, warning } from '#core/server/findings.ts';
import { mailsDelayedSince } from '#core/server/messages/mail/mail.service.ts';
import {
  isMailServerLost,
  mailServerInForce,
} from '#core/server/messages/mail/mail-server.service.ts';
import { areTablesNarrowed, migrationNames } from '#platform/db/migrate.ts';
import { selectDatabaseState } from './doctor.queries.ts';

const OLDEST_POSTGRES = 13;

export const lookAtDatabase: Look = async ({ db, dialect }) => {
  const engine = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  let state: Awaited<ReturnType<typeof selectDatabaseState>>;
  try {
    state = await selectDatabaseState(db, dialect);
  } catch {
    return bad(
      `${engine} doesn’t respond.`,
      dialect === 'sqlite'
        ? 'Check shop.db in DATA_DIR, and who owns it.'
        : 'Check that its server runs, and DATABASE_URL.',
    );
  }
  if (await areTablesNarrowed(db, migrationNames()))
    return bad(
      'A newer version of Druse has changed the tables.',
      'Start the newer version in place of this one.',
    );
  const text = `${engine} ${state.version}.`;
  if (dialect === 'postgres' && Number.parseInt(state.version, 10) < OLDEST_POSTGRES)
    return bad(text, `Upgrade the server: the shop needs PostgreSQL ${OLDEST_POSTGRES} or newer.`);
  const unsafe = Object.entries(state.safety).filter(
    ([setting, value]) => value === 'off' || (setting === 'journal_mode' && value !== 'wal'),
  );
  if (unsafe.length === 0) return good(`${text} A power cut loses nothing that was saved.`);
  const listed = unsafe.map(([setting, value]) => `${setting} is ${value}`).join(', ');
  return bad(
    `${text} ${listed}: a power cut may lose orders or damage the data.`,
    'Turn it on in the server’s postgresql.conf, and reload it.',
  );
};

export const lookAtMedia: Look = async ({ mediaStore, config: { bucket } }) => {
  const place = bucket === null ? 'the folder media in DATA_DIR' : `the bucket ${bucket.mediaUrl}`;
  try {
    await mediaStore.tryWriting?.();
    return good(`Files can be stored in ${place}.`);
  } catch {
    const wayOut =
      bucket === null
        ? 'Check the disk, and who owns the folder.'
        : 'Check the bucket, its keys and the network to it.';
    return bad(`Nothing can be stored in ${place}.`, wayOut);
  }
};

export const lookAtMail: Look = async (patient) => {
  const enter = 'Enter the mail server in Settings, under Email.';
  if (await isMailServerLost(patient))
    return bad(
      'The mail server can’t be read: its key file, shop.key in DATA_DIR, is missing or doesn’t match.',
      enter,
    );
  const server = await mailServerInForce(patient);
  if (server === null) return warning('There’s no mail server, so nothing is sent.', enter);
  // Imported late: it holds a client for SMTP.
  const { tryLogin } = await import('#core/server/messages/mail/mail-test.service.ts');
  const wayOut = await tryLogin(patient);
  if (wayOut !== null) return bad(`${server.host} doesn’t accept our emails.`, wayOut);
  const text = `${server.host} accepts our login.`;
  if ((await mailsDelayedSince(patient)) === null) return good(text);
  return warning(
    `${text} Some emails were turned away for over an hour.`,
    'Each order lists its emails, with what the mail server said.',
  );
};

export const lookAtErrors: Look = async ({ lastErrors }) => {
  if (lastErrors === null)
    return unknown(
      'Only the running shop knows them.',
      'Open Health in Settings, or read the log.',
    );
  const errors = lastErrors();
  if (errors.length === 0) return good('None since this process started.');
  const listed = errors
    .slice(-5)
    .map(
      ({ at, message, type }) =>
        `${at.slice(0, 16).replace('T', ' ')} ${message}${type === null ? '' : ` (${type})`}`,
    );
  return warning(
    `${errors.length === 1 ? 'One' : errors.length} since this process started, last: ${listed.join(' · ')}`,
    'The log has more about each.',
  );
};
