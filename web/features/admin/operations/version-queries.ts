import { queryOptions, useQuery } from '@tanstack/react-query';
import { commandsAs } from '#contract/command-words.ts';
import type { Installation } from '#contract/version.ts';
import { call } from '#web/lib/api.ts';

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => call<Installation>('/api/manage/version'),
});

/** @returns the text, which says what to type where there is npm, as it is typed where this shop runs. */
export function useCommandWords(): (text: string) => string {
  const { data } = useQuery(versionQuery);
  return (text) => commandsAs(data?.commands ?? 'npm', text);
}
