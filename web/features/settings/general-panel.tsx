import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { PictureField } from './picture-field.tsx';
import { SettingSection } from './setting-form.tsx';

const LONGEST = 300;

/** Name, contact, logo and time of the shop. */
export function GeneralPanel() {
  return (
    <SettingSection name="general">
      {({ value, text, change }) => (
        <div className="space-y-6">
          <TextField label="Site Title" required maxLength={LONGEST} {...text('siteTitle')} />
          <TextArea
            label="Site Description"
            hint="Beneath the name in the footer and in search results."
            maxLength={LONGEST}
            {...text('siteDescription')}
          />
          <TextField label="Site Tagline" hint="Beside the name in the browser's title." maxLength={LONGEST} {...text('siteTagline')} />
          <TextField label="Contact Email" type="email" required hint="Buyers write here." autoComplete="email" {...text('contactEmail')} />
          <PictureField
            label="Logo"
            hint="Square, at least 120 pixels wide. Without one, the crystal of the house."
            picture={value.logo}
            onChange={(logo, options) => change({ logo }, options)}
            isDecoration
          />
          <SelectField
            label="Time Zone"
            hint="Of every date in the shop."
            value={value.timeZone}
            onChange={({ target }) => change({ timeZone: target.value }, { atOnce: true })}
          >
            {timeZones(value.timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
          <TextField label="Site Name" hint="In the footer, where it differs from the title." maxLength={LONGEST} {...text('siteName')} />
          <TextField
            label="Copyright Text"
            hint="In the footer, where the Footer sheet has none. Left blank: the year and the title."
            maxLength={LONGEST}
            {...text('copyrightText')}
          />
          <TextField label="Footer Tagline" maxLength={LONGEST} {...text('footerTagline')} />
        </div>
      )}
    </SettingSection>
  );
}

/** Every zone this browser knows, and the one that is set. */
function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted();
}
