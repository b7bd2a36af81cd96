import { useQuery } from '@tanstack/react-query';
import { settingLimits } from '#contract/admin/setting-rules.ts';
import { versionQuery } from '#web/features/admin/operations/version-queries.ts';
import { formatNearDate } from '#web/lib/format.ts';
import { line, type SettingFields, SettingPart } from './setting-fields.tsx';

const fields: SettingFields<'new_versions'> = {
  announcedAt: line('Ask this address', {
    type: 'url',
    maxLength: settingLimits.url,
    placeholder: 'https://',
    autoCapitalize: 'none',
    autoComplete: 'off',
    hint: 'The list of releases where you got Druse, as GitHub, GitLab or Gitea give it, or a file such as {"version": "1.2.0"}. Leave it blank to turn this off.',
  }),
};

/** Whether anybody is asked for a newer version, and what came of it. */
export function NewVersionsPanel({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(versionQuery);
  return (
    <>
      <SettingPart
        name="new_versions"
        title="New versions"
        text="Enter an address, and once a day we ask there for a newer version of Druse. You’ll be told of one in Today and by email. Nothing about your shop is sent."
        fields={fields}
      />
      {data?.asked && (
        <p className="max-w-2xl text-sm text-quiet">
          Last asked {formatNearDate(data.asked.at, timeZone)}: {answerOf(data.newer, data.asked.isAnswered)}
        </p>
      )}
    </>
  );
}

function answerOf(newer: string | null, isAnswered: boolean): string {
  if (!isAnswered) return 'no version came back. Check the address; we’ll try again tomorrow.';
  return newer === null ? 'you have the newest version.' : `version ${newer} is available.`;
}
