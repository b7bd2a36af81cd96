import { settingRules } from '#core/contract/admin/setting-rules.ts';
import { settingTable } from '#core/contract/admin/setting-table.ts';
import type { Setting } from '#core/contract/admin/settings.ts';
import { DEMO_HANDLE, isDemoHandle, venmoHandle, withoutAt } from '#core/contract/selling/venmo.ts';
import { Button } from '#ui/button.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Switch } from '#ui/switch.tsx';
import { SettingText } from './setting-fields.tsx';
import { NotSaved, type SettingForm, SettingSection } from './setting-form.tsx';
import { useDraft } from './use-draft.ts';

const { fields } = settingTable.venmo_settings;

type Props = {
  /** Called with what is typed, though nothing of it is saved. */ onTyped?: (
    venmo: Setting<'venmo_settings'>,
  ) => void;
};

export function VenmoPanel({ onTyped }: Props) {
  return (
    <SettingSection name="venmo_settings" showsSaving={false}>
      {(form) => <VenmoForm key={form.merges} form={form} onTyped={onTyped} />}
    </SettingSection>
  );
}

/** The button saves it as a whole: buyers must never see half a user name. */
function VenmoForm({ form, onTyped }: Props & { form: SettingForm<'venmo_settings'> }) {
  const { value, saving } = form;
  const { draft, errors, isTouched, edit, submit } = useDraft(
    () => {
      const venmoUsername = withoutAt(value.venmoUsername);
      // An admin who enters the first user name wants to be paid there.
      return { ...value, venmoUsername, enabled: value.enabled || venmoUsername === '' };
    },
    settingRules.venmo_settings,
    (typed) =>
      form.set({ ...typed, venmoUsername: withoutAt(typed.venmoUsername) }, { atOnce: true }),
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
          {venmoHandle(DEMO_HANDLE)} is the demo’s, so buyers are told not to pay. Enter your own
          username.
        </p>
      )}
      <SettingText
        field={fields.venmoUsername}
        name="venmoUsername"
        value={draft.venmoUsername}
        error={errors.venmoUsername}
        onChange={({ target }) => change({ venmoUsername: target.value })}
      />
      <SettingText
        field={fields.paymentInstructions}
        name="paymentInstructions"
        value={draft.paymentInstructions}
        error={errors.paymentInstructions}
        onChange={({ target }) => change({ paymentInstructions: target.value })}
      />
      <Switch
        label={fields.enabled.label}
        hint={fields.enabled.hint}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" disabled={saving === 'saving'}>
          {saving === 'saving' ? 'Saving...' : 'Save Venmo Settings'}
        </Button>
        {saving === 'unsaved' && <NotSaved />}
      </div>
      <LeaveGuard when={() => isTouched || saving === 'calledOff'}>
        Your Venmo settings aren’t saved yet.
      </LeaveGuard>
    </form>
  );
}
