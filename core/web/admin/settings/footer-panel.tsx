import { settingTable } from '#core/contract/admin/setting-table.ts';
import { LinkList } from './link-list.tsx';
import { SettingFields } from './setting-fields.tsx';
import type { SettingForm } from './setting-form.tsx';

const { fields } = settingTable.footer_links;

const list =
  (name: 'quickLinks' | 'categories') =>
  ({ value, errors, change }: SettingForm<'footer_links'>) => (
    <LinkList
      title={fields[name].label}
      name={name}
      hint={fields[name].hint}
      links={value[name]}
      errors={errors}
      onChange={(links, options) => change({ [name]: links }, options)}
    />
  );

export const FooterPanel = () => (
  <>
    <SettingFields
      name="footer_links"
      own={{ quickLinks: list('quickLinks'), categories: list('categories') }}
      gap="wide"
    />
    <div className="mt-10 border-t border-line pt-8">
      <SettingFields name="general" only={['siteName', 'footerTagline']} />
    </div>
  </>
);

export const LegalPanel = () => (
  <section aria-labelledby="shop-texts">
    <h2 id="shop-texts" className="text-xl">
      Texts for Buyers
    </h2>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
      Each gets its own page, linked from the footer and checkout once you fill it in. Blank lines
      separate paragraphs.
    </p>
    <SettingFields name="legal" />
  </section>
);
