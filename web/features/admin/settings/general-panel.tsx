import { settingLimits as limits } from '#contract/admin/setting-rules.ts';
import { SelectField } from '#web/ui/field.tsx';
import { line, picture, prose, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';
import { timeZones, zoneName } from './time-zones.ts';

const fields: SettingFields<'general'> = {
  siteTitle: line('Site Title', { required: true }),
  siteDescription: prose('Site Description', {
    hint: 'Beneath the name in the footer and in search results.',
    maxLength: limits.line,
  }),
  siteTagline: line('Site Tagline', { hint: "Beside the name in the browser's title." }),
  contactEmail: line('Contact Email', {
    type: 'email',
    required: true,
    hint: 'Buyers write here.',
    autoComplete: 'email',
    maxLength: limits.email,
  }),
  logo: picture('Logo', 'Square, at least 120 pixels wide. Without one, the crystal of the house.', { isDecoration: true }),
  logoUrl: null,
  timeZone: ({ value, change }) => (
    <SelectField
      label="Time Zone"
      hint="Of every date in the shop."
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
  siteName: line('Site Name', { hint: 'In the footer, where it differs from the title.' }),
  copyrightText: line('Copyright Text', {
    hint: 'In the footer, where the Footer tab has none. Left blank: the year and the title.',
  }),
  footerTagline: line('Footer Tagline'),
};

/** Name, contact, logo and time zone of the shop. */
export const GeneralPanel = () => <SettingFieldsSection name="general" fields={fields} />;
