/** The panels for the sections of the home page. */
import { Link } from '@tanstack/react-router';
import { DEFAULT_PAGE_SIZE, settingLimits as limits } from '#contract/admin/setting-rules.ts';
import type { Setting } from '#contract/admin/settings.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { line, picture, prose, type SettingFields, SettingFieldsSection, toggle } from './setting-fields.tsx';
import { SettingSection } from './setting-form.tsx';
import { WholeNumber } from './whole-number.tsx';

type Section = keyof Setting<'section_visibility'>;

const sections: Record<Section, [label: string, hint: string]> = {
  hero: ['Hero', 'The large dark opening of the home page.'],
  gallery: ['Gallery', 'The specimens, with search and filters.'],
  collections: ['Collections', 'Featured collections, once one has a piece to show, and the footer’s categories.'],
  about: ['About', 'Who you are.'],
  footer: ['Footer', 'Links and copyright at the bottom of every page.'],
};

export function VisibilityPanel() {
  return (
    <SettingSection name="section_visibility">
      {({ value, change }) => (
        <div className="divide-y divide-line border-y border-line">
          {(Object.keys(sections) as Section[]).map((section) => (
            <div key={section} className="py-3">
              <Switch
                label={sections[section][0]}
                hint={sections[section][1]}
                checked={value[section]}
                onChange={(checked) => change({ [section]: checked }, { atOnce: true })}
              />
            </div>
          ))}
        </div>
      )}
    </SettingSection>
  );
}

const heroFields: SettingFields<'hero'> = {
  title: line('Title'),
  subtitle: line('Subtitle', { hint: 'Second line, in the accent color.' }),
  description: prose('Description'),
  background: picture('Background', 'A wide, dark photo, 2400 px or wider. The text is on its left.', { isDecoration: true }),
  backgroundUrl: null,
  ctaText: line('Button Text'),
  ctaUrl: line('Button Link', { hint: '#gallery, a path such as /specimen/12, or a web address.', maxLength: limits.url }),
};
export const HeroPanel = () => <SettingFieldsSection name="hero" fields={heroFields} />;

const galleryFields: SettingFields<'gallery'> = {
  title: line('Title'),
  description: prose('Description'),
  itemsPerPage: ({ value, errors, change }) => (
    <WholeNumber
      label="Specimens per Page"
      value={value.itemsPerPage}
      error={errors.itemsPerPage}
      fallback={DEFAULT_PAGE_SIZE}
      onChange={(itemsPerPage) => change({ itemsPerPage })}
    />
  ),
  showFilters: toggle('Show filters'),
  showSearch: toggle('Show search', 'Above the gallery. The header’s search stays.'),
};
export const GalleryPanel = () => <SettingFieldsSection name="gallery" fields={galleryFields} />;

const collectionsFields: SettingFields<'featured_collections'> = {
  sectionTitle: line('Section Title'),
  sectionDescription: prose('Section Description'),
};
export function CollectionsPanel() {
  const note = (
    <>
      <p role="note" className="border-l-4 border-accent py-1 pl-4">
        Featured collections are managed from the Collections page.
      </p>
      <Link to="/manage/collections" className={buttonClass('outline')}>
        Manage Collections
      </Link>
    </>
  );
  return <SettingFieldsSection name="featured_collections" fields={collectionsFields} note={note} />;
}

const aboutFields: SettingFields<'about'> = {
  title: line('Title', { hint: 'Leave blank for “About The” and the site title.' }),
  content: prose('Content', { rows: 8, hint: 'Blank lines separate paragraphs.' }),
  image: picture('Photo', 'You, your shop or your cabinet.'),
  imageUrl: null,
};
export const AboutPanel = () => <SettingFieldsSection name="about" fields={aboutFields} />;
