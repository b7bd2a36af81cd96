import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ImagesEdit, SpecimenDetail, SpecimenEdit } from '#contract/catalogue/specimens.ts';
import type { MediaAbilities } from '#contract/media/media.ts';
import { knownFactsQuery } from '#web/features/catalogue/editing/form/fact-queries.ts';
import { galleryKey } from '#web/features/catalogue/gallery/gallery-queries.ts';
import { manageKey } from '#web/features/catalogue/manage/manage-queries.ts';
import { specimenKeys } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { call } from '#web/lib/api.ts';
import { ifMatch } from '#web/lib/if-match.ts';

/** The specimen as it is stored now, for a form: never a cached one. */
export const specimenToEdit = (id: number) =>
  queryOptions({
    queryKey: ['edit', id],
    queryFn: () => fetchSpecimen(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  });

export const fetchSpecimen = (id: number) => call<SpecimenDetail>(`/api/specimens/${id}`);

/** What this server can do with videos. */
export const mediaAbilities = () =>
  queryOptions({ queryKey: ['media-abilities'], queryFn: () => call<MediaAbilities>('/api/media/abilities'), staleTime: Infinity });

/** @throws ApiError 412 where somebody has saved another version meanwhile. */
export const saveSpecimen = (id: number, edit: SpecimenEdit, version: number) =>
  call<SpecimenDetail>(`/api/specimens/${id}`, { method: 'PUT', body: edit, headers: ifMatch(version) });

export const savePictures = (id: number, edit: ImagesEdit, version: number) =>
  call<SpecimenDetail>(`/api/specimens/${id}/images`, { method: 'PUT', body: edit, headers: ifMatch(version) });

/** After a specimen was added or changed: all lists and suggestions are refetched, and no page shows what it was. */
export async function invalidateLists(queryClient: QueryClient, changed?: SpecimenDetail): Promise<void> {
  // What is like it is not among what a change responds.
  if (changed) queryClient.setQueryData<SpecimenDetail>(specimenKeys.one(changed.id), (known) => ({ related: known?.related, ...changed }));
  await Promise.all([galleryKey, manageKey, knownFactsQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
