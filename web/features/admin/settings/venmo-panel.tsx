import { settingLimits, settingRules } from '#contract/admin/setting-rules.ts';
import type { Setting } from '#contract/admin/settings.ts';
import { DEMO_HANDLE, isDemoHandle, venmoHandle, withoutAt } from '#contract/selling/venmo.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type SettingForm, SettingSection } from './setting-form.tsx';
import { useDraft } from './use-draft.ts';

type Props = { /** Called with what is typed, though nothing of it is saved. */ onTyped?: (venmo: Setting<'venmo_settings'>) => void };

export function VenmoPanel({ onTyped }: Props) {
  return (
    <SettingSection name="venmo_settings" showsSaving={false}>
      {(form) => <VenmoForm key={form.merges} form={form} onTyped={onTyped} />}
    </SettingSection>
  );
}

/** Where buyers pay. The button saves it as a whole: buyers must never see half a user name. */
function VenmoForm({ form, onTyped }: Props & { form: SettingForm<'venmo_settings'> }) {
  const { value, saving } = form;
  const { draft, errors, isTouched, edit, submit } = useDraft(
    () => {
      const venmoUsername = withoutAt(value.venmoUsername);
      // An admin who enters the first user name wants to be paid there.
      return { ...value, venmoUsername, enabled: value.enabled || venmoUsername === '' };
    },
    settingRules.venmo_settings,
    (typed) => form.set({ ...typed, venmoUsername: withoutAt(typed.venmoUsername) }, { atOnce: true }),
  );
  const change = (fields: Partial<typeof draft>) => {
    const typed = { ...draft, ...fields };
    edit(typed);
    onTyped?.(typed);
  };

  return (
    <form onSubmit={submit} noValidate aria-label="Venmo" className="space-y-6">
      {isDemoHandle(value.venmoUsername) && (
        <p role="note" className="callout">
          {venmoHandle(DEMO_HANDLE)} is the demo’s, so buyers are told not to pay. Enter your own username.
        </p>
      )}
      <TextField
        label="Venmo Username"
        name="venmoUsername"
        prefix="@"
        required
        autoCapitalize="none"
        autoComplete="off"
        maxLength={settingLimits.venmoUsername}
        value={draft.venmoUsername}
        error={errors.venmoUsername}
        onChange={({ target }) => change({ venmoUsername: target.value })}
      />
      <TextArea
        label="Payment Instructions"
        name="paymentInstructions"
        required
        rows={4}
        maxLength={settingLimits.venmoInstructions}
        hint="Shown at checkout and with every unpaid order."
        value={draft.paymentInstructions}
        error={errors.paymentInstructions}
        onChange={({ target }) => change({ paymentInstructions: target.value })}
      />
      <Switch
        label="Take payments by Venmo"
        hint="When off, orders still come in and buyers are asked to email you."
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <Button type="submit" disabled={saving === 'saving'}>
        {saving === 'saving' ? 'Saving...' : 'Save Venmo Settings'}
      </Button>
      <LeaveGuard when={() => isTouched || saving === 'calledOff'}>Your Venmo settings aren’t saved yet.</LeaveGuard>
    </form>
  );
}
