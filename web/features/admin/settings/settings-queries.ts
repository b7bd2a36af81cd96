import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** Every setting of the site, with the defaults filled in by the server. */
/** The settings that every page is drawn with, and the legal texts. */
export const settingsKey = ['settings'] as const;
export const legalKey = ['legal'] as const;

export const settingsQuery = (api: PublicApi) => queryOptions({ queryKey: settingsKey, queryFn: () => api.getSettings() });

/** The texts of the pages shipping, returns and privacy. */
export const legalQuery = (api: PublicApi) => queryOptions({ queryKey: legalKey, queryFn: () => api.getLegal() });
