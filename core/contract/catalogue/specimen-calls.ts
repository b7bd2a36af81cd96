import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { keyHeaders } from '#core/contract/selling/idempotency-key.ts';
import { knownFacts } from './known-facts.ts';
import { manageIds, manageIdsQuery } from './manage-selection.ts';
import { careQuery, proposedCare } from './proposed-care.ts';
import {
  facetCounts,
  facetQuery,
  imagesEdit,
  managePage,
  manageQuery,
  specimen,
  specimenDetail,
  specimenEdit,
  specimenQuery,
  suggestion,
  suggestionQuery,
  visibilityChange,
} from './specimens.ts';

/** Told apart first, for issues of the form that was meant. */
const change = z.looseObject({}).transform((body, check) => {
  const isSwitch = Object.keys(body).length === 1 && 'visible' in body;
  const { data, error } = (isSwitch ? visibilityChange : specimenEdit).safeParse(body);
  for (const issue of error?.issues ?? [])
    check.issues.push({ ...issue, code: 'custom', input: body });
  return data ?? z.NEVER;
}) as z.ZodType as z.ZodType<
  z.output<typeof visibilityChange> | z.output<typeof specimenEdit>,
  z.input<typeof visibilityChange> | z.input<typeof specimenEdit>
>;

export const specimenCalls = {
  'GET /api/specimens': {
    about: 'the list of specimens, see below; hidden ones for the admin only',
    who: 'all',
    query: specimenQuery,
    response: z.array(specimen),
  },
  'GET /api/specimens/:id': {
    about:
      'one specimen with its additional pictures and its page’s facts; for visitors, related pieces too',
    who: 'all',
    response: specimenDetail,
  },
} as const satisfies CallTable;

export const suggestionCalls = {
  'GET /api/suggestions': {
    about: 'up to six specimens that a `search` would find, with picture and price',
    who: 'all',
    query: suggestionQuery,
    response: z.array(suggestion),
  },
} as const satisfies CallTable;

export const facetCalls = {
  'GET /api/facets': {
    about: 'the list’s filters with their counts, see below',
    who: 'all',
    query: facetQuery,
    response: facetCounts,
  },
} as const satisfies CallTable;

export const specimenFormCalls = {
  'POST /api/specimens': {
    about: '201 with the new specimen; a form with files, see below',
    limit: 60,
    headers: keyHeaders,
    body: 'form',
    response: specimenDetail,
    status: 201,
  },
  'POST /api/specimens/:id/images': {
    about: 'the specimen, with the files added after its pictures',
    limit: 60,
    body: 'form',
    response: specimenDetail,
  },
} as const satisfies CallTable;

export const editingCalls = {
  'PUT /api/specimens/:id': {
    about: 'the edited specimen; `{"visible": false}` alone hides it, see below',
    headers: ifMatchHeader,
    body: change,
    response: specimenDetail,
  },
  'DELETE /api/specimens/:id': { about: '204; deletes a specimen; orders keep their lines' },
  'PUT /api/specimens/:id/images': {
    about: 'the specimen, with these additional pictures in this order and no others',
    headers: ifMatchHeader,
    body: imagesEdit,
    response: specimenDetail,
  },
  'GET /api/manage/specimens': {
    about: 'a page of the specimens in Manage, hidden ones too, and how many there are',
    query: manageQuery,
    response: managePage,
  },
  'GET /api/manage/specimen-ids': {
    about:
      'the ids of all specimens that `GET /api/manage/specimens` lists, at most 2,000, and how many there are',
    query: manageIdsQuery,
    response: manageIds,
  },
  'GET /api/manage/known-facts': {
    about: 'values that specimens have already, for suggestions, and the next catalogue number',
    response: knownFacts,
  },
  'GET /api/manage/care': {
    about:
      'the care notes that the species table proposes for `species` and `associates`, each a list of names separated by commas',
    query: careQuery,
    response: z.array(proposedCare),
  },
} as const satisfies CallTable;

type SpecimenCalls = typeof specimenCalls &
  typeof suggestionCalls &
  typeof facetCalls &
  typeof specimenFormCalls &
  typeof editingCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends SpecimenCalls {}
}
