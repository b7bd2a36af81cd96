import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MediaAbilities } from '#contract/media.ts';
import type { ImagesEdit, SpecimenDetail, SpecimenEdit } from '#contract/specimens.ts';
import { call } from '#web/lib/api.ts';

/** The specimen as it is stored now, for a form: never one from before. */
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

const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

/** @throws ApiError 412 where somebody has saved another version meanwhile. */
export const saveSpecimen = (id: number, edit: SpecimenEdit, version: number) =>
  call<SpecimenDetail>(`/api/specimens/${id}`, { method: 'PUT', body: edit, headers: ifMatch(version) });

export const savePictures = (id: number, edit: ImagesEdit, version: number) =>
  call<SpecimenDetail>(`/api/specimens/${id}/images`, { method: 'PUT', body: edit, headers: ifMatch(version) });

/** After a specimen was added or changed: every list is asked for anew, and nobody is shown what it was. */
export async function forgetLists(queryClient: QueryClient, changed?: SpecimenDetail): Promise<void> {
  if (changed) queryClient.setQueryData(['specimen', changed.id], changed);
  await Promise.all(['specimens', 'manage'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
