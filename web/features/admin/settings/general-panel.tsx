import { useState } from 'react';
import { settingLimits as limits } from '#contract/admin/setting-rules.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { line, picture, prose, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';
import type { SettingForm } from './setting-form.tsx';
import { timeZones, zoneName } from './time-zones.ts';

const fields: SettingFields<'general'> = {
  siteTitle: line('Site Title', { required: true }),
  siteDescription: prose('Site Description', {
    hint: 'Shown under the name in the footer and in search results.',
    maxLength: limits.line,
  }),
  siteTagline: line('Site Tagline', { hint: 'Shown next to the name in the browser tab.' }),
  contactEmail: (form) => <ContactEmail form={form} />,
  logo: picture('Logo', 'Square, 120 px or wider. Blank uses the Druse crystal.', { isDecoration: true }),
  logoUrl: null,
  timeZone: ({ value, change }) => (
    <SelectField
      label="Time Zone"
      hint="Used for every date in the shop."
      value={zoneName(value.timeZone)}
      onChange={({ target }) => change({ timeZone: target.value }, { atOnce: true })}
    >
      {timeZones(value.timeZone).map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  ),
  siteName: line('Site Name', { hint: 'Shown in the footer, if different from the title.' }),
  copyrightText: line('Copyright Text', {
    hint: 'Used when the Footer tab has none. Leave blank for the year and title.',
  }),
  footerTagline: line('Footer Tagline'),
};

/** Saved when it is left or Enter is pressed: no half of an address may be confirmed, or told to the one before. */
function ContactEmail({ form }: { form: SettingForm<'general'> }) {
  const { contactEmail } = form.value;
  const [typed, setTyped] = useState<string | null>(null);
  const isChanged = typed !== null && typed !== contactEmail;
  const save = () => {
    if (isChanged) form.change({ contactEmail: typed }, { atOnce: true });
    setTyped(null);
  };
  return (
    <>
      <TextField
        label="Contact Email"
        type="email"
        required
        hint="Where buyers email you, and where the shop emails you. If you change it, we tell the old address."
        autoComplete="email"
        maxLength={limits.email}
        value={typed ?? contactEmail}
        error={form.errors.contactEmail}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      <LeaveGuard when={() => isChanged}>Your contact email isn’t saved yet.</LeaveGuard>
    </>
  );
}

const { siteTitle, siteTagline, siteDescription, contactEmail, logo } = fields;

/** What the shop is called. */
export const NamePanel = () => <SettingFieldsSection name="general" fields={{ siteTitle, siteTagline, siteDescription, logo }} />;

/** Where buyers and the shop write to the owner. */
export const ContactPanel = () => <SettingFieldsSection name="general" fields={{ contactEmail }} />;

/** Name, contact, logo and time zone of the shop. */
export const GeneralPanel = () => <SettingFieldsSection name="general" fields={fields} />;
