import { queryOptions } from '@tanstack/react-query';
import type { PageSettings } from '#core/contract/admin/settings.ts';
import type { PublicApi } from '#core/contract/api.ts';
import type { ApiError } from '#ui/lib/api.ts';

/** The settings that every page is drawn with, and the legal texts. */
export const settingsKey = ['settings'] as const;
export const legalKey = ['legal'] as const;

export const settingsQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ client }) =>
      api.getSettings().catch((error: Partial<ApiError>) => {
        // A 401 is an empty result, not an error: what is known stays.
        const known = client.getQueryData<PageSettings>(settingsKey);
        if (known && error.status === 401) return known;
        throw error;
      }),
  });

export const legalQuery = (api: PublicApi) =>
  queryOptions({ queryKey: legalKey, queryFn: () => api.getLegal() });
