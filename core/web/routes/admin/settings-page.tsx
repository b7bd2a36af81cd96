import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { settingTabs } from '#core/web/admin/settings/setting-panels.tsx';
import { SettingSearch } from '#core/web/admin/settings/setting-search.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { Version } from '#core/web/admin/settings/version.tsx';
import { Parts } from '#core/web/on-desk.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { Rail, railLink } from '#ui/rail.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { roomNames, roomsOf, SettingRooms } from './setting-rooms.tsx';
import { SettingVisit } from './setting-visit.tsx';

/** Paths of earlier versions, and of emails that were sent, lead here. */
const moved: Record<string, string> = {
  account: 'password',
  'not-me': 'password',
  orders: 'order-rules',
};

const addressOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

const settingsRoute = getRouteApi('/frame/settings');

/** The hash names the open panel: `/settings#venmo`. */
export default function SettingsPage() {
  const navigate = settingsRoute.useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const address = moved[hash] ?? hash;
  const room = roomNames.find((name) => addressOf(name) === address) ?? null;
  const tab =
    room === null
      ? (settingTabs.find(({ name }) => addressOf(name) === address)?.name ?? 'General')
      : null;
  const { api } = settingsRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const [isSearched, setSearched] = useState(false);
  const show = (name: string) =>
    void navigate({ hash: addressOf(name), replace: true, resetScroll: false });

  return (
    <SettingVisit>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 max-sm:text-sm sm:mb-6 sm:gap-x-8">
        <h1 className="page-title max-sm:text-xl">Site Settings</h1>
        <Parts at="settingsLinks" />
        <Link to="/" className="back-link ml-auto!">
          <ArrowLeftIcon /> Back to Home
        </Link>
      </div>
      <div className="gap-x-16 xl:grid xl:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="mb-4">
          <SettingSearch onBegin={() => setSearched(true)} onOpen={show} />
          <MoreSettings shown={room} />
        </div>
        <div>
          <Tabs
            label="Settings"
            tabs={settingTabs}
            shown={tab}
            onShow={show}
            drawsAll={isSearched}
          />
          <SettingRooms shown={room} drawsAll={isSearched} timeZone={settings.general.timeZone} />
        </div>
      </div>
      <Version />
    </SettingVisit>
  );
}

const MoreSettings = ({ shown }: { shown: string | null }) => (
  <Rail
    label="More settings"
    button={shown === null ? 'More settings' : `More settings: ${shown}`}
    className="mt-2 xl:mt-6"
    panel="grid grid-cols-2 gap-x-8 gap-y-6 pb-4 md:grid-cols-4 xl:block xl:space-y-6"
  >
    {(fold) =>
      roomsOf.map(({ group, names }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
        <div key={group} role="group" aria-label={group}>
          <p className="text-sm text-quiet">{group}</p>
          <ul className="mt-1">
            {names.map((name) => (
              <li key={name}>
                <a
                  href={`#${addressOf(name)}`}
                  aria-current={name === shown ? 'page' : undefined}
                  className={railLink}
                  onClick={fold}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))
    }
  </Rail>
);
