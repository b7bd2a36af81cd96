/** The sheets of the sections of the front page. */
import { useState } from 'react';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { PictureField } from './picture-field.tsx';
import { SettingSection } from './setting-form.tsx';

const LONGEST = 300;
const MAX_PROSE_LENGTH = 10_000;
const ITEMS_PER_PAGE = 12;

const sections = [
  ['hero', 'Hero', 'The dark room behind the front door.'],
  ['gallery', 'Gallery', 'The specimens, with search and filters.'],
  ['collections', 'Collections', 'The featured collections, and the categories in the footer.'],
  ['about', 'About', 'Who you are.'],
  ['footer', 'Footer', 'Links and copyright beneath the page.'],
] as const;

export function VisibilityPanel() {
  return (
    <SettingSection name="section_visibility">
      {({ value, change }) => (
        <div className="divide-y divide-line border-y border-line">
          {sections.map(([name, label, hint]) => (
            <div key={name} className="py-3">
              <Switch
                label={label}
                hint={hint}
                checked={value[name]}
                onChange={(checked) => change({ [name]: checked }, { atOnce: true })}
              />
            </div>
          ))}
        </div>
      )}
    </SettingSection>
  );
}

export function HeroPanel() {
  return (
    <SettingSection name="hero">
      {({ value, text, change }) => (
        <div className="space-y-6">
          <TextField label="Title" maxLength={LONGEST} {...text('title')} />
          <TextField label="Subtitle" hint="The second line, in the colour of the house." maxLength={LONGEST} {...text('subtitle')} />
          <TextArea label="Description" maxLength={MAX_PROSE_LENGTH} {...text('description')} />
          <PictureField
            label="Background"
            hint="A wide, dark picture, at least 2400 pixels; the words stand on its left."
            picture={value.background}
            onChange={(background, options) => change({ background }, options)}
            isDecoration
          />
          <TextField label="Button Text" maxLength={LONGEST} {...text('ctaText')} />
          <TextField
            label="Button Link"
            hint="#gallery, a path such as /specimen/12, or a web address."
            maxLength={2_000}
            {...text('ctaUrl')}
          />
        </div>
      )}
    </SettingSection>
  );
}

export function GalleryPanel() {
  return (
    <SettingSection name="gallery">
      {({ value, errors, text, change }) => (
        <div className="space-y-6">
          <TextField label="Title" maxLength={LONGEST} {...text('title')} />
          <TextArea label="Description" maxLength={MAX_PROSE_LENGTH} {...text('description')} />
          <ItemsPerPage value={value.itemsPerPage} error={errors.itemsPerPage} onChange={(itemsPerPage) => change({ itemsPerPage })} />
          <div className="divide-y divide-line border-y border-line *:py-2">
            <Switch
              label="Show filters"
              checked={value.showFilters}
              onChange={(showFilters) => change({ showFilters }, { atOnce: true })}
            />
            <Switch
              label="Show search"
              hint="Above the gallery; the header keeps its own."
              checked={value.showSearch}
              onChange={(showSearch) => change({ showSearch }, { atOnce: true })}
            />
          </div>
        </div>
      )}
    </SettingSection>
  );
}

/** What is no number counts as 12, and reads so once the field is left. */
function ItemsPerPage({ value, error, onChange }: { value: number; error?: string; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState(String(value));
  return (
    <TextField
      label="Specimens per Page"
      inputMode="numeric"
      value={typed}
      error={error}
      className="max-w-32"
      onChange={({ target }) => {
        setTyped(target.value);
        const number = target.value.trim() === '' ? Number.NaN : Number(target.value);
        onChange(Number.isNaN(number) ? ITEMS_PER_PAGE : number);
      }}
      onBlur={() => setTyped(String(value))}
    />
  );
}

export function CollectionsPanel() {
  return (
    <SettingSection name="featured_collections">
      {({ text }) => (
        <div className="space-y-6">
          <p role="note" className="border-l-4 border-accent py-1 pl-4">
            Featured collections are managed from the Collections page.
          </p>
          <TextField label="Section Title" maxLength={LONGEST} {...text('sectionTitle')} />
          <TextArea label="Section Description" maxLength={MAX_PROSE_LENGTH} {...text('sectionDescription')} />
        </div>
      )}
    </SettingSection>
  );
}

export function AboutPanel() {
  return (
    <SettingSection name="about">
      {({ value, text, change }) => (
        <div className="space-y-6">
          <TextField label="Title" hint="Left blank: About The, and the title of the site." maxLength={LONGEST} {...text('title')} />
          <TextArea label="Content" rows={8} hint="Blank lines separate paragraphs." maxLength={MAX_PROSE_LENGTH} {...text('content')} />
          <PictureField
            label="Picture"
            hint="You, your shop or your cabinet."
            picture={value.image}
            onChange={(image, options) => change({ image }, options)}
          />
        </div>
      )}
    </SettingSection>
  );
}
