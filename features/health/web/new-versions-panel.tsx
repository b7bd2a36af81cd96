import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '#core/web/admin/operations/version-queries.ts';
import { SettingPart } from '#core/web/admin/settings/setting-fields.tsx';
import { formatDate } from '#ui/lib/format.ts';

export function NewVersionsPanel({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(versionQuery);
  return (
    <>
      <SettingPart
        name="new_versions"
        title="New versions"
        text="Enter an address, and once a day we ask there for a newer version of Druse. You’ll be told of one in Today and by email. Nothing about your shop is sent."
      />
      {data?.asked && (
        <p className="max-w-2xl text-sm text-quiet">
          Last asked {formatDate(data.asked.at, timeZone)}:{' '}
          {answerOf(data.newer, data.asked.isAnswered)}
        </p>
      )}
    </>
  );
}

function answerOf(newer: string | null, isAnswered: boolean): string {
  if (!isAnswered) return 'no version came back. Check the address; we’ll try again tomorrow.';
  return newer === null ? 'you have the newest version.' : `version ${newer} is available.`;
}
