import type { ComponentType } from 'react';
import type { SettingKey } from '#core/contract/admin/settings.ts';
import type * as featureSettings from '#features/settings.ts';
import { FooterPanel } from './footer-panel.tsx';
import { CollectionsPanel, VisibilityPanel } from './home-panels.tsx';
import { SettingFields, SettingPart } from './setting-fields.tsx';
import { SocialPanel } from './social-panel.tsx';
import { VenmoPanel } from './venmo-panel.tsx';

const SizeClassesPanel = () => (
  <SettingPart
    name="size_classes"
    title="Size Classes"
    text="A piece’s longest side decides its class. Anything larger than a cabinet piece is a museum piece."
  />
);

/** What stands in the footer alone is in the Footer tab. */
const GeneralPanel = () => (
  <SettingFields
    name="general"
    only={['siteTitle', 'siteDescription', 'siteTagline', 'contactEmail', 'logo', 'timeZone']}
  />
);

type InRooms = 'shipping_rule' | 'orders' | 'legal' | keyof typeof featureSettings;

const panels: Record<Exclude<SettingKey, InRooms>, { tab: string; Panel: ComponentType }> = {
  general: { tab: 'General', Panel: GeneralPanel },
  section_visibility: { tab: 'Visibility', Panel: VisibilityPanel },
  hero: { tab: 'Hero', Panel: () => <SettingFields name="hero" /> },
  gallery: { tab: 'Gallery', Panel: () => <SettingFields name="gallery" /> },
  size_classes: { tab: 'Gallery', Panel: SizeClassesPanel },
  featured_collections: { tab: 'Collections', Panel: CollectionsPanel },
  footer_links: { tab: 'Footer', Panel: FooterPanel },
  social_links: { tab: 'Social', Panel: SocialPanel },
  about: { tab: 'About', Panel: () => <SettingFields name="about" /> },
  venmo_settings: { tab: 'Venmo', Panel: VenmoPanel },
};

const shownOn = Object.groupBy(Object.entries(panels), ([, { tab }]) => tab);

export const settingTabs = Object.entries(shownOn).map(([name, settings = []]) => ({
  name,
  content: settings.map(([key, { Panel }]) => <Panel key={key} />),
}));
