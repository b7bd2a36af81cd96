import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  ImagesEdit,
  SpecimenDetail,
  SpecimenEdit,
} from '#core/contract/catalogue/specimens.ts';
import { knownFactsQuery } from '#core/web/catalogue/editing/form/fact-queries.ts';
import { galleryKey } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { manageKey } from '#core/web/catalogue/manage/manage-queries.ts';
import { specimenKeys } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { call } from '#ui/lib/api.ts';
import { ifMatch } from '#ui/lib/if-match.ts';

/** Bypasses the cache. */
export const specimenToEdit = (id: number) =>
  queryOptions({
    queryKey: ['edit', id],
    queryFn: () => fetchSpecimen(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  });

export const fetchSpecimen = (id: number) => call('GET /api/specimens/:id', { params: { id } });

export const mediaAbilities = () =>
  queryOptions({
    queryKey: ['media-abilities'],
    queryFn: () => call('GET /api/media/abilities'),
    staleTime: Infinity,
  });

/** @throws ApiError 412 where someone has saved another version. */
export const saveSpecimen = (id: number, edit: SpecimenEdit, version: number) =>
  call('PUT /api/specimens/:id', {
    params: { id },
    body: edit,
    headers: ifMatch(version),
  });

export const savePictures = (id: number, edit: ImagesEdit, version: number) =>
  call('PUT /api/specimens/:id/images', {
    params: { id },
    body: edit,
    headers: ifMatch(version),
  });

export async function invalidateLists(
  queryClient: QueryClient,
  changed?: SpecimenDetail,
): Promise<void> {
  // A change's response lacks the related specimens.
  if (changed)
    queryClient.setQueryData<SpecimenDetail>(specimenKeys.one(changed.id), (known) => ({
      related: known?.related,
      ...changed,
    }));
  await Promise.all(
    [galleryKey, manageKey, knownFactsQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
