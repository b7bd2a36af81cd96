import { LinkList } from './link-list.tsx';
import { line, prose, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';

const footerFields: SettingFields<'footer_links'> = {
  copyrightText: line('Copyright Text', { hint: 'Leave blank for the year and site title.' }),
  quickLinks: ({ value, errors, change }) => (
    <LinkList
      title="Quick Links"
      name="quickLinks"
      hint="Links to sections that are hidden are left out. A link is #gallery, a path such as /checkout, or a web address."
      links={value.quickLinks}
      errors={errors}
      onChange={(quickLinks, options) => change({ quickLinks }, options)}
    />
  ),
  categories: ({ value, errors, change }) => (
    <LinkList
      title="Categories"
      name="categories"
      hint="Shown with the collections. #minerals, #crystals, #gemstones, #fossils and #meteorites filter the gallery; #rare-specimens searches for “rare”."
      links={value.categories}
      errors={errors}
      onChange={(categories, options) => change({ categories }, options)}
    />
  ),
};

/** The links beneath every public page. */
export const FooterLinksPanel = () => <SettingFieldsSection name="footer_links" fields={footerFields} gap="wide" />;

const legalFields: SettingFields<'legal'> = {
  shipping: prose('Shipping', { hint: 'How, when and where you ship, and what it costs.', rows: 6 }),
  returns: prose('Returns', { hint: 'Return window, condition, and who pays return shipping.', rows: 6 }),
  privacy: prose('Privacy', { hint: 'What buyer data you keep, why, and for how long.', rows: 6 }),
};

/** The texts that the footer and the checkout link to. */
export const LegalPanel = () => (
  <section aria-labelledby="shop-texts" className="mt-10 border-t border-line pt-8">
    <h2 id="shop-texts" className="text-xl">
      Texts for buyers
    </h2>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
      Each gets its own page, linked from the footer and checkout once you fill it in. Blank lines separate paragraphs.
    </p>
    <SettingFieldsSection name="legal" fields={legalFields} />
  </section>
);
