import { TextArea, TextField } from '#web/ui/field.tsx';
import { LinkList } from './link-list.tsx';
import { SettingSection } from './setting-form.tsx';

const texts = [
  ['shipping', 'Shipping', 'How and when you send, where to, and what it costs.'],
  ['returns', 'Returns', 'How long, in what state, and who pays the way back.'],
  ['privacy', 'Privacy', 'What you keep of a buyer, why, and for how long.'],
] as const;

/** The foot of every public page, and the texts it leads to. */
export function FooterPanel() {
  return (
    <>
      <SettingSection name="footer_links">
        {({ value, errors, text, change }) => (
          <div className="space-y-10">
            <TextField
              label="Copyright Text"
              hint="Left blank: the year and the title of the site."
              maxLength={300}
              {...text('copyrightText')}
            />
            <LinkList
              title="Quick Links"
              name="quickLinks"
              hint="Links to sections that are hidden are left out. A link is #gallery, a path such as /checkout, or a web address."
              links={value.quickLinks}
              errors={errors}
              onChange={(quickLinks, options) => change({ quickLinks }, options)}
            />
            <LinkList
              title="Categories"
              name="categories"
              hint="Shown with the collections. #minerals, #crystals, #gemstones, #fossils and #meteorites filter the gallery; #rare-specimens searches for “rare”."
              links={value.categories}
              errors={errors}
              onChange={(categories, options) => change({ categories }, options)}
            />
          </div>
        )}
      </SettingSection>
      <section aria-labelledby="shop-texts" className="mt-10 border-t border-line pt-8">
        <h2 id="shop-texts" className="text-xl">
          Texts for buyers
        </h2>
        <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
          Each has a page of its own, linked from the footer and the checkout once there is something in it. Blank lines separate
          paragraphs.
        </p>
        <SettingSection name="legal">
          {({ text }) => (
            <div className="space-y-6">
              {texts.map(([name, label, hint]) => (
                <TextArea key={name} label={label} hint={hint} rows={6} maxLength={10_000} {...text(name)} />
              ))}
            </div>
          )}
        </SettingSection>
      </section>
    </>
  );
}
