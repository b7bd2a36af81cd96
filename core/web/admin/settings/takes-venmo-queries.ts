import { useQuery } from '@tanstack/react-query';
import type { PageSettings } from '#core/contract/admin/settings.ts';
import { payableHandle } from '#core/contract/selling/venmo.ts';
import { settingsKey } from './settings-queries.ts';

/** By the settings that the page was drawn with. If not, no page mentions Venmo. */
export function useTakesVenmo(): boolean {
  const { data } = useQuery<PageSettings>({ queryKey: settingsKey, enabled: false });
  return !data || payableHandle(data.venmo_settings) !== null;
}
