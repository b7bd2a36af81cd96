import type { Settings } from '#contract/settings.ts';

/** Whether the front page lacks the section of this name: switched off, or collections where there are none. */
export function isHidden({ section_visibility: visible, featured_collections: featured }: Settings, section: string): boolean {
  if (visible[section as keyof typeof visible] === false) return true;
  return section === 'collections' && !featured.collections.some(({ enabled }) => enabled);
}
