import { queryOptions, useQuery } from '@tanstack/react-query';
import { commandsAs } from '#core/contract/command-words.ts';
import { call } from '#ui/lib/api.ts';

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => call('GET /api/manage/version'),
});

/** @returns a function that puts this shop's commands in place of npm's. */
export function useCommandWords(): (text: string) => string {
  const { data } = useQuery(versionQuery);
  return (text) => commandsAs(data?.commands ?? 'npm', text);
}
