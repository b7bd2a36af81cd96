import { type ReactNode, useEffect, useRef } from 'react';
import { isLoggedIn } from '#core/web/admin/account/account-queries.ts';
import { SettingEditors, useNewEditors } from '#core/web/admin/settings/setting-editors.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { loginDialog } from '#ui/lib/login-dialog.ts';

/** Asks before it is left with unsaved settings. */
export function SettingVisit({ children }: { children: ReactNode }) {
  const isLoginOpen = loginDialog.use();
  const editors = useNewEditors();
  const wasLoginOpen = useRef(false);

  // After a new login, load and save what could not be without a session.
  useEffect(() => {
    const wasOpen = wasLoginOpen.current;
    wasLoginOpen.current = isLoginOpen;
    if (!wasOpen || isLoginOpen) return;
    void isLoggedIn().then((isIn) => isIn && editors.each((editor) => editor.resume()));
  }, [isLoginOpen, editors]);

  const isStuck = () => {
    let stuck = false;
    editors.each((editor) => {
      stuck ||= editor.isStuck();
    });
    return stuck;
  };
  return (
    <SettingEditors editors={editors}>
      {children}
      <LeaveGuard when={isStuck}>
        Some changes couldn’t be saved. You’ll lose them if you leave.
      </LeaveGuard>
    </SettingEditors>
  );
}
