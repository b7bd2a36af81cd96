/** Browsers show no error when a download fails, so pages ask by HEAD first. */
import type { CallTable } from '#core/contract/calls.ts';
import { encryptedBackupInput } from './backup.ts';

export const backupCalls = {
  'HEAD /api/manage/backup': {
    about: '204 if a backup can be downloaded now',
    confirmed: 'always',
  },
  'GET /api/manage/backup': {
    about: 'the whole shop as one file; 409 during another download',
    confirmed: 'always',
    response: { file: 'application/x-tar', description: 'The whole shop as one tar file.' },
  },
} as const satisfies CallTable;

export const encryptedBackupCalls = {
  'POST /api/manage/backup': {
    about: 'the whole shop as one file, encrypted with a `passphrase` (age)',
    confirmed: 'always',
    body: encryptedBackupInput,
    response: {
      file: 'application/octet-stream',
      description: 'The whole shop as one tar file, encrypted by age.',
    },
  },
} as const satisfies CallTable;

type BackupCalls = typeof backupCalls;
type EncryptedBackupCalls = typeof encryptedBackupCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends BackupCalls, EncryptedBackupCalls {}
}
