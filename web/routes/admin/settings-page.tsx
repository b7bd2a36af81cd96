import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Account } from '#web/features/account/account.tsx';
import { accountKey, isLoggedIn } from '#web/features/account/account-queries.ts';
import { RecentActivity } from '#web/features/account/activity.tsx';
import { useConfirmation } from '#web/features/account/confirmation.tsx';
import { PasskeysPanel } from '#web/features/account/passkeys.tsx';
import { Sessions } from '#web/features/account/sessions.tsx';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { meQuery } from '#web/features/auth/auth-queries.ts';
import BackupButton from '#web/features/backup/backup-button.tsx';
import { OtherMails } from '#web/features/mails/other-mails.tsx';
import { BuyerDataPanel } from '#web/features/privacy/buyer-data.tsx';
import { SettingEditors, useNewEditors } from '#web/features/settings/setting-editors.tsx';
import { settingTabs } from '#web/features/settings/setting-panels.tsx';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const settingsRoute = getRouteApi('/settings');

/** The settings of the site, and the admin's account. The hash of the URL names the open panel: `/settings#venmo`. */
export default function SettingsPage() {
  const navigate = settingsRoute.useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const shown = settingTabs.find(({ name }) => name.toLowerCase() === hash)?.name ?? 'General';
  const { isLoginOpen, setLoginOpen, demoCredentials } = useAuth();
  const queryClient = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { api } = settingsRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const editors = useNewEditors(() => setLoginOpen(true));
  const confirmation = useConfirmation(() => setLoginOpen(true));
  const wasLoginOpen = useRef(false);

  // After a new login, save what could not be saved without a session.
  useEffect(() => {
    const wasOpen = wasLoginOpen.current;
    wasLoginOpen.current = isLoginOpen;
    if (!wasOpen || isLoginOpen) return;
    void isLoggedIn().then((isIn) => isIn && editors.each((editor) => editor.flush()));
  }, [isLoginOpen, editors]);

  // Only once the panel above it has its height.
  const general = editors.of('general');
  const isLoaded = useSyncExternalStore(
    general.subscribe,
    () => general.state().value !== null,
    () => false,
  );
  useEffect(() => {
    if (hash === 'account' && isLoaded) document.getElementById('account')?.scrollIntoView();
  }, [hash, isLoaded]);

  const isStuck = () => {
    let stuck = false;
    editors.each((editor) => {
      stuck ||= editor.isStuck();
    });
    return stuck;
  };

  return (
    <SettingEditors editors={editors}>
      <Link to="/" className={buttonClass('plain', '-ml-5')}>
        <ArrowLeftIcon /> Back to Home
      </Link>
      <h1 className="mt-2 mb-6 text-4xl">Site Settings</h1>
      <Tabs
        label="Settings"
        tabs={settingTabs}
        shown={shown}
        onShow={(name) => void navigate({ hash: name.toLowerCase(), replace: true, resetScroll: false })}
      />
      <div id="account" className="mt-14 grid gap-x-16 gap-y-12 border-t border-line pt-10 lg:grid-cols-2">
        <Account
          username={me?.username ?? ''}
          isDemo={demoCredentials !== null}
          onChanged={() => {
            for (const queryKey of [meQuery.queryKey, accountKey]) void queryClient.invalidateQueries({ queryKey });
          }}
          onLoggedOut={() => setLoginOpen(true)}
        />
        <PasskeysPanel
          timeZone={settings.general.timeZone}
          onLoggedOut={() => setLoginOpen(true)}
          onConfirmationNeeded={confirmation.ask}
        />
        <BackupButton onLoggedOut={() => setLoginOpen(true)} onConfirmationNeeded={confirmation.ask} />
        <BuyerDataPanel onLoggedOut={() => setLoginOpen(true)} onConfirmationNeeded={confirmation.ask} />
        <Sessions timeZone={settings.general.timeZone} onLoggedOut={() => setLoginOpen(true)} />
        <RecentActivity timeZone={settings.general.timeZone} />
        <OtherMails timeZone={settings.general.timeZone} onLoggedOut={() => setLoginOpen(true)} />
      </div>
      {confirmation.dialog}
      <LeaveGuard when={isStuck}>Some changes could not be saved and would be lost.</LeaveGuard>
    </SettingEditors>
  );
}
