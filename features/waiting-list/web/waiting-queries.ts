import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { galleryKey } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { specimenKeys } from '#core/web/catalogue/specimen/specimen-queries.ts';
import type { Entry } from '#features/waiting-list/contract/waiting-list.ts';
import { ENTRY_KEY_HEADER } from '#features/waiting-list/contract/waiting-rules.ts';
import { call } from '#ui/lib/api.ts';

const entryKey = (id: number) => ['waiting-entry', id] as const;
const byLink = ({ id, key }: KeyedLink) => ({
  params: { id },
  headers: { [ENTRY_KEY_HEADER]: key },
});

/** The least time between two fetches, where the clocks of browser and shop differ. */
const LEAST_MS = 10_000;

/** False where no offer lasts. @param now in milliseconds since 1970. */
export const msToEnd = (
  entry: Pick<Entry, 'offeredUntil'> | undefined,
  now: number,
): number | false =>
  entry?.offeredUntil ? Math.max(LEAST_MS, Date.parse(entry.offeredUntil) - now) : false;

/**
 * Fetched again when its offer has ended and on every mount, which also lets this browser buy what
 * is reserved.
 */
export const entryQuery = (link: KeyedLink) =>
  queryOptions({
    queryKey: entryKey(link.id),
    queryFn: () => call('GET /api/waiting-list/:id', byLink(link)),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
    refetchInterval: ({ state }) => msToEnd(state.data, Date.now()),
  });

export function useEntryChange(link: KeyedLink) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: 'confirm' | 'leave') =>
      call(
        change === 'confirm'
          ? 'POST /api/waiting-list/:id/confirmation'
          : 'DELETE /api/waiting-list/:id',
        byLink(link),
      ),
    onSuccess: (entry) => {
      queryClient.setQueryData(entryKey(link.id), entry);
      void queryClient.invalidateQueries({ queryKey: specimenKeys.all });
      void queryClient.invalidateQueries({ queryKey: galleryKey });
    },
  });
}

/**
 * @throws ApiError `too_many_requests`; `state_conflict` where nobody can wait or the form is too
 * old.
 */
export async function askToWait(
  specimenId: number,
  body: { email: string; token: string; website: string },
): Promise<void> {
  await call('POST /api/specimens/:id/waiting-list', { params: { id: specimenId }, body });
}
