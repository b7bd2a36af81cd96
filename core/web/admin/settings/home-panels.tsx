/** For home page sections that have more than their fields. */
import { Link } from '@tanstack/react-router';
import { fieldsOf } from '#core/contract/admin/setting-table.ts';
import type { Setting } from '#core/contract/admin/settings.ts';
import { buttonClass } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import { SettingFields } from './setting-fields.tsx';
import { SettingSection } from './setting-form.tsx';

export const VisibilityPanel = () => (
  <SettingSection name="section_visibility">
    {({ value, change }) => (
      <div className="divide-y divide-line border-y border-line">
        {fieldsOf('section_visibility').map(([section, { label, hint }]) => (
          <div key={section} className="py-3">
            <Switch
              label={label}
              hint={hint}
              checked={value[section as keyof Setting<'section_visibility'>]}
              onChange={(checked) => change({ [section]: checked }, { atOnce: true })}
            />
          </div>
        ))}
      </div>
    )}
  </SettingSection>
);

export function CollectionsPanel() {
  const before = (
    <>
      <p role="note" className="border-l-4 border-accent py-1 pl-4">
        Featured collections are managed from the Collections page.
      </p>
      <Link to="/manage/collections" className={buttonClass('outline')}>
        Manage Collections
      </Link>
    </>
  );
  return <SettingFields name="featured_collections" before={before} />;
}
