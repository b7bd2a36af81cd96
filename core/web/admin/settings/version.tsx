import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '#core/web/admin/operations/version-queries.ts';

/** Shows what the owner is asked for when something is wrong. */
export function Version() {
  const { data } = useQuery(versionQuery);
  return (
    <p className="figures mt-12 min-h-[1lh] text-sm text-quiet">
      {data && `Druse ${data.version}`}
      {data?.newer && ` · Version ${data.newer} is available`}
    </p>
  );
}
