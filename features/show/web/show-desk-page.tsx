import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pages } from '#core/contract/storefront/pages.ts';
import { useMe } from '#core/web/admin/auth/auth-session.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import touchIcon from '#core/web/assets/show-icon.png';
import { forgetWithSession } from '#features/show/web/show-queries.ts';
import { ShowRoom } from '#features/show/web/show-room.tsx';
import { parseShowSearch } from '#features/show/web/show-search.ts';
import { useDevice } from '#features/show/web/use-device.ts';
import {
  installWorker,
  type OfflineState,
  onNewVersion,
} from '#features/show/web/worker-registration.ts';
import { Button } from '#ui/button.tsx';
import { openLogin } from '#ui/lib/login-dialog.ts';
import { onLogout } from '#ui/lib/logout-signal.ts';
import { readStored, writeStored } from '#ui/lib/storage.ts';

const SCREEN = 'druse-show-screen';

const showRoute = getRouteApi('/frame/show');

export default function ShowPage() {
  const { api } = showRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const me = useMe();
  const device = useDevice();
  const navigate = showRoute.useNavigate();
  const search = parseShowSearch(showRoute.useSearch());
  const isAdmin = me?.userRole === 'admin';
  const [offline, setOffline] = useState<OfflineState>('waiting');
  useEffect(() => {
    if (isAdmin) void installWorker().then(setOffline);
  }, [isAdmin]);
  const isOver = me !== undefined && !isAdmin;
  useEffect(() => {
    if (isOver) void forgetWithSession().catch(() => {});
  }, [isOver]);
  const [update, setUpdate] = useState<(() => void) | null>(null);
  useEffect(() => void onNewVersion((use) => setUpdate(() => use)), []);
  const [hasLoggedOut, setLoggedOut] = useState(false);
  // A logout in any window ends typing here.
  useEffect(() => onLogout(() => setLoggedOut(true)), []);
  useEffect(leaveByLoading, []);

  // A hall is bright, and the system's preference is for evenings.
  const [isDark, setDark] = useState(() => readStored('localStorage', SCREEN) === 'dark');
  const switchScreen = () => {
    setDark(!isDark);
    writeStored('localStorage', SCREEN, isDark ? null : 'dark');
  };

  const isEmpty =
    device !== null && device !== 'blocked' && device.taken === null && device.entries.length === 0;
  return (
    <div
      className={`${isDark ? 'room' : 'sunlit'} min-h-[calc(100svh-var(--header-height))] bg-ground text-ink`}
    >
      <link rel="manifest" href="/show/manifest.webmanifest" crossOrigin="use-credentials" />
      <link rel="apple-touch-icon" href={touchIcon} />
      <div className="mx-auto w-[min(100%-2.5rem,40rem)] py-8">
        {hasLoggedOut ? (
          <>
            <h1 className="page-title">Mineral show</h1>
            <p className="mt-4 text-lg">
              You’ve logged out, and your pieces have been removed from this device.
            </p>
            <Button
              look="outline"
              className="mt-5 min-h-14 w-full"
              onClick={() => location.reload()}
            >
              Reopen this page
            </Button>
          </>
        ) : device === null ? (
          <p role="status" className="waiting text-quiet">
            Loading...
          </p>
        ) : device === 'blocked' ? (
          <p role="alert" className="callout look-bad text-lg">
            This browser can’t store anything here, as in a private window. Use a regular window, or
            record sales in Manage while online.
          </p>
        ) : me?.userRole === 'guest' && isEmpty ? (
          <>
            <h1 className="page-title">Mineral show</h1>
            <p className="mt-4 text-lg">Log in to download your pieces.</p>
            <Button className="mt-5 min-h-14 w-full" onClick={openLogin}>
              Log in
            </Button>
          </>
        ) : (
          <>
            <ShowRoom
              device={device}
              search={search}
              onGo={(next) => void navigate({ to: pages.show.path, search: next })}
              timeZone={settings.general.timeZone}
              me={isAdmin ? me.username : null}
            />
            <p className="border-t border-line pt-2">
              <Button look="plain" className="min-h-12" onClick={switchScreen}>
                {isDark ? 'Switch to a light screen' : 'Switch to a dark screen'}
              </Button>
            </p>
            {update && (
              <p
                role="status"
                className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-4"
              >
                A newer version of this page is ready.
                <Button look="outline" className="min-h-12" onClick={update}>
                  Reload
                </Button>
              </p>
            )}
            {offline === 'unable' && (
              <p className="border-t border-line py-4 text-sm text-quiet">
                Without https, this browser can’t open the page offline. What you type is still
                saved, so keep the page open.
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/**
 * This page may use the camera and run its reader, others may not, so leaving it loads a new
 * document.
 */
function leaveByLoading() {
  const leave = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    // The router does not see the press; the browser follows the link.
    if (
      link instanceof HTMLAnchorElement &&
      link.origin === location.origin &&
      link.pathname !== pages.show.path
    )
      event.stopPropagation();
  };
  addEventListener('click', leave, { capture: true });
  return () => removeEventListener('click', leave, { capture: true });
}
