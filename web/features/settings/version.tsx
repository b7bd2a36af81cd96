import { useQuery } from '@tanstack/react-query';
import type { Installation } from '#contract/version.ts';
import { call } from '#web/lib/api.ts';

/** What is installed, as the owner is asked for it where something is wrong. */
export function Version() {
  const { data } = useQuery({ queryKey: ['version'], queryFn: () => call<Installation>('/api/manage/version') });
  return <p className="figures mt-12 min-h-[1lh] text-sm text-quiet">{data && `Druse ${data.version}`}</p>;
}
