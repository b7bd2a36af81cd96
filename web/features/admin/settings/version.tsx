import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '#web/features/admin/operations/version-queries.ts';

/** What is installed, as the owner is asked for it where something is wrong. */
export function Version() {
  const { data } = useQuery(versionQuery);
  return (
    <p className="figures mt-12 min-h-[1lh] text-sm text-quiet">
      {data && `Druse ${data.version}`}
      {data?.newer && ` · Version ${data.newer} is available`}
    </p>
  );
}
