import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fetchApi } from '#core/web/fetch-api.ts';
import { ApiError } from '#ui/lib/api.ts';
import { settingsKey, settingsQuery } from './settings-queries.ts';

const fails = (status: number) => async () => {
  throw new ApiError(status, '', 'No');
};

test('a 401 for settings is an empty result, so what is known stays, without an error', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked = (status: number) =>
    settingsQuery({ ...fetchApi, getSettings: fails(status) }) as never;
  client.setQueryData(settingsKey, { known: true });
  await expect(client.fetchQuery(asked(401))).resolves.toEqual({ known: true });
  await expect(client.fetchQuery(asked(500))).rejects.toThrow('500: No');
});
