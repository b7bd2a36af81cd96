import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** Every setting of the site, with the defaults filled in by the server. */
export const settingsQuery = (api: PublicApi) => queryOptions({ queryKey: ['settings'], queryFn: () => api.getSettings() });

/** The texts of the pages shipping, returns and privacy. */
export const legalQuery = (api: PublicApi) => queryOptions({ queryKey: ['legal'], queryFn: () => api.getLegal() });
