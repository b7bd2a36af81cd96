import type { PageSettings } from '#core/contract/admin/settings.ts';

/** True where it is switched off, or there are no collections. */
export const isHidden = (
  { section_visibility: visible, hasCollections }: PageSettings,
  section: string,
): boolean =>
  visible[section as keyof typeof visible] === false ||
  (section === 'collections' && !hasCollections);
