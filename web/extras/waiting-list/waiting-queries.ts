/** A visitor's calls about a place in line. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '#contract/extras/waiting-list/waiting-list.ts';
import { ENTRY_KEY_HEADER } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { galleryKey } from '#web/features/catalogue/gallery/gallery-queries.ts';
import { specimenKeys } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { call, send } from '#web/lib/api.ts';

const entryKey = (id: number) => ['waiting-entry', id] as const;
const headersOf = ({ key }: KeyedLink) => ({ [ENTRY_KEY_HEADER]: key });

/** The least that lies between two fetches, where the clocks of browser and shop differ. */
const LEAST_MS = 10_000;

/** In how many milliseconds an entry's offer has ended; false where none lasts. @param now in milliseconds since 1970. */
export const msToEnd = (entry: Pick<Entry, 'offeredUntil'> | undefined, now: number): number | false =>
  entry?.offeredUntil ? Math.max(LEAST_MS, Date.parse(entry.offeredUntil) - now) : false;

/** An entry by its link, fetched again when its offer has ended and on every mount, which also lets this browser buy what is reserved. */
export const entryQuery = (link: KeyedLink) =>
  queryOptions({
    queryKey: entryKey(link.id),
    queryFn: () => call<Entry>(`/api/waiting-list/${link.id}`, { headers: headersOf(link) }),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
    refetchInterval: ({ state }) => msToEnd(state.data, Date.now()),
  });

/** Confirms an entry, or leaves the line. */
export function useEntryChange(link: KeyedLink) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: 'confirm' | 'leave') => {
      const [method, path] = change === 'confirm' ? ['POST', '/confirmation'] : ['DELETE', ''];
      return call<Entry>(`/api/waiting-list/${link.id}${path}`, { method, headers: headersOf(link) });
    },
    onSuccess: (entry) => {
      queryClient.setQueryData(entryKey(link.id), entry);
      void queryClient.invalidateQueries({ queryKey: specimenKeys.all });
      void queryClient.invalidateQueries({ queryKey: galleryKey });
    },
  });
}

/** Asks for a place in line; throws ApiError: `too_many_requests`, `state_conflict` where nobody can wait or the form is too old. */
export async function askToWait(specimenId: number, body: { email: string; token: string; website: string }): Promise<void> {
  await send(`/api/specimens/${specimenId}/waiting-list`, { method: 'POST', body });
}
