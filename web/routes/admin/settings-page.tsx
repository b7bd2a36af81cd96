import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Account } from '#web/features/admin/account/account.tsx';
import { accountKey, isLoggedIn } from '#web/features/admin/account/account-queries.ts';
import { RecentActivity } from '#web/features/admin/account/activity.tsx';
import { NotYou } from '#web/features/admin/account/not-you.tsx';
import { PasskeysPanel } from '#web/features/admin/account/passkeys.tsx';
import { Sessions } from '#web/features/admin/account/sessions.tsx';
import { meQuery } from '#web/features/admin/auth/auth-queries.ts';
import { doctorQuery } from '#web/features/admin/operations/doctor-queries.ts';
import { SettingEditors, useNewEditors } from '#web/features/admin/settings/setting-editors.tsx';
import { settingTabs } from '#web/features/admin/settings/setting-panels.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { Version } from '#web/features/admin/settings/version.tsx';
import { senderKey } from '#web/features/messages/mail/mail-server-queries.ts';
import { OtherMails } from '#web/features/messages/mail/other-mails.tsx';
import BackupButton from '#web/features/transfer/backup/backup-button.tsx';
import { BuyerDataPanel } from '#web/features/transfer/privacy/buyer-data.tsx';
import { loginDialog } from '#web/lib/login-dialog.ts';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** Queries that ask other machines, by the first word of their keys. */
const slow: unknown[] = [doctorQuery.queryKey[0], senderKey];

const UpkeepSections = lazy(() => import('./upkeep-sections.tsx'));

const settingsRoute = getRouteApi('/frame/settings');

/** The settings of the site, and the admin's account. The hash of the URL names the open panel: `/settings#venmo`. */
export default function SettingsPage() {
  const navigate = settingsRoute.useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const shown = settingTabs.find(({ name }) => name.toLowerCase() === hash)?.name ?? 'General';
  const isLoginOpen = loginDialog.use();
  const queryClient = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { api } = settingsRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const editors = useNewEditors();
  const wasLoginOpen = useRef(false);

  // After a new login, load and save what could not be without a session.
  useEffect(() => {
    const wasOpen = wasLoginOpen.current;
    wasLoginOpen.current = isLoginOpen;
    if (!wasOpen || isLoginOpen) return;
    void isLoggedIn().then((isIn) => isIn && editors.each((editor) => editor.resume()));
  }, [isLoginOpen, editors]);

  // Only once the panel above it has its height.
  const general = editors.of('general');
  const isLoaded = useSyncExternalStore(
    general.subscribe,
    () => general.state().value !== null,
    () => false,
  );
  // What is above a section comes later, and moves it: so it is shown once more when all has come.
  const isComplete = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    () => queryClient.isFetching({ predicate: ({ queryKey }) => !slow.includes(queryKey[0]) }) === 0,
    () => false,
  );
  const shownWhole = useRef('');
  useEffect(() => {
    // What is below the tabs and has an address of its own: `/settings#email`.
    const section = hash === shown.toLowerCase() ? null : document.getElementById(hash);
    if (!section || !isLoaded || shownWhole.current === hash) return;
    if (isComplete) shownWhole.current = hash;
    // What came last is drawn by then.
    const frame = requestAnimationFrame(() => section.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash, shown, isLoaded, isComplete]);

  const isStuck = () => {
    let stuck = false;
    editors.each((editor) => {
      stuck ||= editor.isStuck();
    });
    return stuck;
  };

  return (
    <SettingEditors editors={editors}>
      <Link to="/" className="back-link">
        <ArrowLeftIcon /> Back to Home
      </Link>
      <h1 className="mt-2 mb-6 text-4xl">Site Settings</h1>
      <Tabs
        label="Settings"
        tabs={settingTabs}
        shown={shown}
        onShow={(name) => void navigate({ hash: name.toLowerCase(), replace: true, resetScroll: false })}
      />
      {hash === 'not-me' && <NotYou />}
      <div id="account" className="mt-14 grid gap-x-16 gap-y-12 border-t border-line pt-10 lg:grid-cols-2">
        <Account
          username={me?.username ?? ''}
          isDemo={Boolean(me?.demoCredentials)}
          timeZone={settings.general.timeZone}
          onChanged={() => {
            for (const queryKey of [meQuery.queryKey, accountKey]) void queryClient.invalidateQueries({ queryKey });
          }}
        />
        <PasskeysPanel timeZone={settings.general.timeZone} />
        <BackupButton />
        <BuyerDataPanel />
        <Sessions timeZone={settings.general.timeZone} />
        <RecentActivity timeZone={settings.general.timeZone} />
        <OtherMails timeZone={settings.general.timeZone} />
      </div>
      <Suspense>
        <UpkeepSections hash={hash} timeZone={settings.general.timeZone} />
      </Suspense>
      <Version />
      <LeaveGuard when={isStuck}>Some changes couldn’t be saved. You’ll lose them if you leave.</LeaveGuard>
    </SettingEditors>
  );
}
