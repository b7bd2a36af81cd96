import type { Settings } from '#contract/settings.ts';

/** Whether the front page lacks this section: it is switched off, or there are no collections. */
export function isHidden({ section_visibility: visible, featured_collections: featured }: Settings, section: string): boolean {
  if (visible[section as keyof typeof visible] === false) return true;
  return section === 'collections' && !featured.collections.some(({ enabled }) => enabled);
}
