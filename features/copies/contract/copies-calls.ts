import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import {
  copiesState,
  copyPlan,
  newCopyKey,
  newCopyPlace,
  provenWords,
  restoreState,
  sentBackup,
  wantedCopy,
} from './copies.ts';

const placeId = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);

export const copiesCalls = {
  'GET /api/manage/copies': { about: 'the state of the nightly copies', response: copiesState },
  'PUT /api/manage/copies': {
    about: 'changes when copies are made and how many are kept; returns their state',
    confirmed: 'always',
    body: copyPlan,
    response: copiesState,
  },
  'POST /api/manage/copies/places': {
    about: 'adds a place that copies go to; returns their state',
    confirmed: 'always',
    body: newCopyPlace,
    response: copiesState,
  },
  'DELETE /api/manage/copies/places/:id': {
    about: 'stops sending copies to a place; returns their state',
    confirmed: 'always',
    params: { id: placeId },
    response: copiesState,
  },
  'POST /api/manage/copies/now': {
    about: 'makes a copy now; returns the state of the copies',
    response: copiesState,
  },
  'POST /api/manage/copies/proof': {
    about: 'tests whether a copy can be restored; returns the state of the copies',
    response: copiesState,
  },
  'POST /api/manage/copies/key': {
    about: 'a new key for copies, as words to write down',
    confirmed: 'always',
    response: newCopyKey,
  },
  'PUT /api/manage/copies/key': {
    about:
      'checks by its `typed` words that the new key was written down; returns the state of the copies',
    confirmed: 'always',
    body: provenWords,
    response: copiesState,
  },
} as const satisfies CallTable;

export const restoreCalls = {
  'GET /api/manage/restore': {
    about: 'whether the shop can start from a copy of another shop, and how far that is',
    response: restoreState,
  },
  'POST /api/manage/restore': {
    about: 'starts from a copy of another shop; returns how far that is',
    confirmed: 'always',
    body: wantedCopy,
    response: restoreState,
  },
  'POST /api/manage/restore/file': {
    about: 'takes the file of a backup, for `POST /api/manage/restore`',
    confirmed: 'always',
    body: 'file',
    response: sentBackup,
  },
  'HEAD /api/manage/restore/replaced': {
    about: '204 if the file can be downloaded',
    confirmed: 'always',
  },
  'GET /api/manage/restore/replaced': {
    about: 'what the shop was before a copy replaced it, encrypted with the copy’s words (age)',
    confirmed: 'always',
    response: { file: 'application/octet-stream', description: 'A backup, encrypted by age.' },
  },
} as const satisfies CallTable;

type AllCopiesCalls = typeof copiesCalls & typeof restoreCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends AllCopiesCalls {}
}
