import { settingLimits as limits } from '#contract/admin/setting-rules.ts';
import { SelectField } from '#web/ui/field.tsx';
import { line, picture, prose, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';
import { timeZones, zoneName } from './time-zones.ts';

const fields: SettingFields<'general'> = {
  siteTitle: line('Site Title', { required: true }),
  siteDescription: prose('Site Description', {
    hint: 'Shown under the name in the footer and in search results.',
    maxLength: limits.line,
  }),
  siteTagline: line('Site Tagline', { hint: 'Shown next to the name in the browser tab.' }),
  contactEmail: line('Contact Email', {
    type: 'email',
    required: true,
    hint: 'Where buyers email you.',
    autoComplete: 'email',
    maxLength: limits.email,
  }),
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

/** Name, contact, logo and time zone of the shop. */
export const GeneralPanel = () => <SettingFieldsSection name="general" fields={fields} />;
