import type { ComponentType } from 'react';
import type { SettingKey } from '#contract/admin/settings.ts';
import type * as extraSettings from '#contract/extra-settings.ts';
import { FooterLinksPanel, LegalPanel } from './footer-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { AboutPanel, CollectionsPanel, GalleryPanel, HeroPanel, VisibilityPanel } from './home-panels.tsx';
import { SizeClassesPanel } from './size-classes-panel.tsx';
import { SocialPanel } from './social-panel.tsx';
import { VenmoPanel } from './venmo-panel.tsx';

/** Settings that have a room of their own. */
type InRooms = 'shipping_rule' | 'orders' | 'new_versions' | keyof typeof extraSettings;

/** The tab and the panel of each other setting, in the order of the tabs. */
const panels: Record<Exclude<SettingKey, InRooms>, { tab: string; Panel: ComponentType }> = {
  general: { tab: 'General', Panel: GeneralPanel },
  section_visibility: { tab: 'Visibility', Panel: VisibilityPanel },
  hero: { tab: 'Hero', Panel: HeroPanel },
  gallery: { tab: 'Gallery', Panel: GalleryPanel },
  size_classes: { tab: 'Gallery', Panel: SizeClassesPanel },
  featured_collections: { tab: 'Collections', Panel: CollectionsPanel },
  footer_links: { tab: 'Footer', Panel: FooterLinksPanel },
  legal: { tab: 'Footer', Panel: LegalPanel },
  social_links: { tab: 'Social', Panel: SocialPanel },
  about: { tab: 'About', Panel: AboutPanel },
  venmo_settings: { tab: 'Venmo', Panel: VenmoPanel },
};

const shownOn = Object.groupBy(Object.entries(panels), ([, { tab }]) => tab);

/** The nine tabs of the settings page. */
export const settingTabs = Object.entries(shownOn).map(([name, settings = []]) => ({
  name,
  content: settings.map(([key, { Panel }]) => <Panel key={key} />),
}));
