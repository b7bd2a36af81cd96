import type { CallTable } from '#core/contract/calls.ts';
import {
  adoptedNumber,
  draftsMade,
  fileAdded,
  intake,
  intakeChange,
  intakeDrafts,
  intakeSplit,
  intakes,
  notPhotographed,
} from './intakes.ts';

const limit = 600;

export const intakeFileCalls = {
  'POST /api/manage/intakes/:id/files': {
    about: 'adds a file to an intake: its `name` there and its `refusal`; a form, see below',
    limit,
    body: 'form',
    response: fileAdded,
  },
} as const satisfies CallTable;

export const intakeCalls = {
  'GET /api/manage/intakes': { about: 'all intakes', response: intakes },
  'POST /api/manage/intakes': {
    about: '201; starts an intake of photographs, see below',
    limit: 30,
    response: intake,
    status: 201,
  },
  'GET /api/manage/intakes/:id': { about: 'one intake', response: intake },
  'DELETE /api/manage/intakes/:id': {
    about: '204; ends an intake and removes what no specimen has',
  },
  'POST /api/manage/intakes/:id/changes': {
    about: 'changes what `files` show and where they belong',
    limit,
    body: intakeChange,
    response: intake,
  },
  'POST /api/manage/intakes/:id/splits': {
    about: 'starts another specimen at a file',
    limit,
    body: intakeSplit,
    response: intake,
  },
  'POST /api/manage/intakes/:id/not-photographed': {
    about: 'leaves out `numbers` that were not photographed',
    body: notPhotographed,
    response: intake,
  },
  'POST /api/manage/intakes/:id/undo': {
    about: 'undoes the last change',
    limit,
    response: intake,
  },
  'POST /api/manage/intakes/:id/numbers': {
    about: 'reserves a `number` that no label bears',
    body: adoptedNumber,
    response: intake,
  },
  'POST /api/manage/intakes/:id/drafts': {
    about: 'makes a hidden specimen of each row that is ready',
    response: draftsMade,
  },
  'GET /api/manage/intakes/:id/drafts': {
    about: 'the specimens made from an intake',
    response: intakeDrafts,
  },
} as const satisfies CallTable;

type AllIntakeCalls = typeof intakeFileCalls & typeof intakeCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends AllIntakeCalls {}
}
