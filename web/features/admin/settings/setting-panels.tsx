import { type ComponentType, Suspense } from 'react';
import type { SettingKey } from '#contract/admin/settings.ts';
import type * as extraSettings from '#contract/extra-settings.ts';
import { Parts } from '#web/on-desk.tsx';
import { FooterLinksPanel, LegalPanel } from './footer-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { AboutPanel, CollectionsPanel, GalleryPanel, HeroPanel, VisibilityPanel } from './home-panels.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { ShippingPanel } from './shipping-panel.tsx';
import { SizeClassesPanel } from './size-classes-panel.tsx';
import { SocialPanel } from './social-panel.tsx';
import { VenmoPanel } from './venmo-panel.tsx';

/** The tab and the panel of each setting, in the order of the tabs. */
const panels: Record<Exclude<SettingKey, keyof typeof extraSettings>, { tab: string; Panel: ComponentType }> = {
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
  shipping_rule: { tab: 'Venmo', Panel: ShippingPanel },
  orders: { tab: 'Venmo', Panel: OrdersPanel },
};

const shownOn = Object.groupBy(Object.entries(panels), ([, { tab }]) => tab);

/** The tabs of the settings page. What extras have to set is about selling, so it is on the tab of that. */
export const settingTabs = Object.entries(shownOn).map(([name, settings = []]) => ({
  name,
  content: [
    ...settings.map(([key, { Panel }]) => <Panel key={key} />),
    name === panels.orders.tab && (
      <Suspense key="extras">
        <Parts at="settings" />
      </Suspense>
    ),
  ],
}));
