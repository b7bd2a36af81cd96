import { type FormEvent, useState } from 'react';
import { DEMO_HANDLE, isDemoHandle, venmoHandle, withoutAt } from '#contract/venmo.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type SettingForm, SettingSection } from './setting-form.tsx';
import { checkSetting } from './setting-messages.ts';

export function VenmoPanel() {
  return (
    <SettingSection name="venmo_settings" showsSaving={false}>
      {(form) => <VenmoForm form={form} />}
    </SettingSection>
  );
}

/** Where buyers pay to. Saved by the button, whole: half a handle must never stand in the shop. */
function VenmoForm({ form }: { form: SettingForm<'venmo_settings'> }) {
  const { value, saving } = form;
  const isNew = withoutAt(value.venmoUsername) === '';
  // Whoever enters a handle for the first time wants to be paid.
  const [draft, setDraft] = useState({ ...value, venmoUsername: withoutAt(value.venmoUsername), enabled: value.enabled || isNew });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isTouched, setTouched] = useState(false);
  const edit = (change: Partial<typeof draft>) => {
    setTouched(true);
    setDraft({ ...draft, ...change });
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = checkSetting('venmo_settings', draft);
    setErrors(found);
    const firstWrong = Object.keys(found)[0];
    if (firstWrong) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }
    setTouched(false);
    form.set({ ...draft, venmoUsername: withoutAt(draft.venmoUsername) }, { atOnce: true });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Venmo" className="space-y-6">
      {isDemoHandle(value.venmoUsername) && (
        <p role="note" className="border-l-4 border-warn py-1 pl-4">
          {venmoHandle(DEMO_HANDLE)} is the demo’s: buyers are told not to pay. Enter your own user name.
        </p>
      )}
      <TextField
        label="Venmo Username"
        name="venmoUsername"
        prefix="@"
        required
        autoCapitalize="none"
        autoComplete="off"
        maxLength={60}
        value={draft.venmoUsername}
        error={errors.venmoUsername}
        onChange={({ target }) => edit({ venmoUsername: target.value })}
      />
      <TextArea
        label="Payment Instructions"
        name="paymentInstructions"
        required
        rows={4}
        maxLength={2_000}
        hint="Shown at the checkout and with every unpaid order."
        value={draft.paymentInstructions}
        error={errors.paymentInstructions}
        onChange={({ target }) => edit({ paymentInstructions: target.value })}
      />
      <Switch
        label="Take payments by Venmo"
        hint="Switched off, orders are still taken and buyers are asked to write to you."
        checked={draft.enabled}
        onChange={(enabled) => edit({ enabled })}
      />
      <Button type="submit" disabled={saving === 'saving'}>
        {saving === 'saving' ? 'Saving...' : 'Save Venmo Settings'}
      </Button>
      <LeaveGuard when={() => isTouched}>The Venmo settings are not saved yet.</LeaveGuard>
    </form>
  );
}
