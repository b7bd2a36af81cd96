import type { SettingEntry } from '#core/contract/admin/setting-kinds.ts';

export const new_versions = {
  name: 'new version',
  readBy: 'admin',
  about: 'the address that is asked once a day for a newer version',
  fields: {
    announcedAt: {
      kind: 'webAddress',
      label: 'Ask this address',
      hint: 'The list of releases where you got Druse, as GitHub, GitLab or Gitea give it, or a file such as {"version": "1.2.0"}. Leave it blank to turn this off.',
      initial: '',
    },
  },
} as const satisfies SettingEntry;
