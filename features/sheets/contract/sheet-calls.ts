/** Browsers show no error when a download fails, so pages ask by HEAD first. */
import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { awaitingPhotos, importUndone, undoableImports } from './imports.ts';
import { photoAddresses, photoFetch } from './photo-addresses.ts';
import { sheetLook } from './sheet-look.ts';
import { importEvent } from './transfer.ts';

export const exportCalls = {
  'HEAD /api/manage/export': {
    about: '204 if an export can be downloaded now',
    confirmed: 'always',
  },
  'GET /api/manage/export': {
    about: 'a zip with sheets of specimens and orders, and the originals unless `pictures=off`',
    confirmed: 'always',
    query: z.strictObject({ pictures: z.enum(['on', 'off']).default('on') }),
    response: { file: 'application/zip', description: 'A zip file.' },
  },
} as const satisfies CallTable;

/** A request line has room for some thousand characters. */
const MAX_MATCHING = 12_000;
const matching = z.string().max(MAX_MATCHING).optional();

export const importCalls = {
  'POST /api/manage/import': {
    about: 'imports a zip or a sheet; with `dryRun=true`, only says what that would do',
    limit: 60,
    query: z.strictObject({
      dryRun: z.enum(['true', 'false']).default('false'),
      /** The matching is JSON; without it the file must be the shop's own. */
      matching,
      name: z.string().max(300).optional(),
    }),
    body: 'file',
    response: {
      lines: importEvent,
      description: 'A line of JSON for each event, the report last.',
    },
  },
  'POST /api/manage/import/look': {
    about:
      'how the shop reads a file, by itself or with this `matching`; with `fresh=true`, not as the last one like it',
    limit: 60,
    query: z.strictObject({ matching, fresh: z.enum(['true', 'false']).default('false') }),
    body: 'file',
    response: sheetLook,
  },
} as const satisfies CallTable;

export const importedCalls = {
  'GET /api/manage/imports': {
    about: 'the imports that can be undone',
    response: undoableImports,
  },
  'POST /api/manage/imports/:id/undo': {
    about: 'undoes an import, except for what was sold, edited or deleted since',
    response: importUndone,
  },
  'GET /api/manage/awaiting-photos': {
    about: 'the specimens without a photo, with the names of the files they wait for',
    response: awaitingPhotos,
  },
  'GET /api/manage/empty-sheet': {
    about: 'a sheet to fill in',
    response: { file: 'text/csv', description: 'A sheet (CSV).' },
  },
} as const satisfies CallTable;

export const photoAddressCalls = {
  'GET /api/manage/photo-addresses': {
    about: 'how many photos are still to be fetched from another shop, and how far that is',
    response: photoAddresses,
  },
  'POST /api/manage/photo-addresses/fetch': {
    about: 'fetches those photos; with `again`, the failed ones',
    body: photoFetch,
    response: photoAddresses,
  },
  'POST /api/manage/photo-addresses/stop': {
    about: 'stops fetching photos for now',
    body: z.strictObject({}),
    response: photoAddresses,
  },
  'DELETE /api/manage/photo-addresses': {
    about: 'forgets the addresses of those photos',
    response: photoAddresses,
  },
} as const satisfies CallTable;

type ExportCalls = typeof exportCalls;
type ImportCalls = typeof importCalls;
type ImportedCalls = typeof importedCalls;
type PhotoAddressCalls = typeof photoAddressCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends ExportCalls, ImportCalls, ImportedCalls, PhotoAddressCalls {}
}
