/** Each key has its own calls, so it has its own schema, and an unknown key is a 404. */
import type { z } from 'zod';
import type { Call, CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { fieldsOf, settingEntry } from './setting-table.ts';
import {
  featuredWithCards,
  pageSettingsResponse,
  type Setting,
  type SettingKey,
  savedSetting,
  settingKeys,
  settingSchemas,
} from './settings.ts';

type ReadSetting<K extends SettingKey> = K extends 'featured_collections'
  ? z.output<typeof featuredWithCards>
  : Setting<K>;

type OneSetting = {
  [K in SettingKey as `GET /api/settings/${K}`]: {
    response: z.ZodType<ReadSetting<K>, ReadSetting<K>>;
  };
} & {
  [K in SettingKey as `PUT /api/settings/${K}`]: {
    headers: typeof ifMatchHeader;
    body: z.ZodType<Setting<K>, Setting<K>>;
    response: z.ZodType<ReadSetting<K>, ReadSetting<K>>;
  };
};
export type SettingCalls = { [Name in keyof OneSetting]: Omit<Call, 'body'> & OneSetting[Name] };

/** Whether a change may send buyers' money or email elsewhere. */
export const mayRedirect = (key: SettingKey): boolean =>
  settingEntry(key).redirects !== undefined || fieldsOf(key).some(([, field]) => field.redirects);

function callsOf(key: SettingKey): CallTable {
  const { readBy, about = 'one setting' } = settingEntry(key);
  const response: z.ZodType =
    key === 'featured_collections' ? featuredWithCards : settingSchemas[key];
  const row = '/api/settings/:key';
  return {
    [`GET /api/settings/${key}`]: {
      about,
      ...(readBy === 'admin' ? {} : ({ who: 'all', row } as const)),
      response,
    },
    [`PUT /api/settings/${key}`]: {
      about: 'saves a setting and returns it',
      row,
      ...(mayRedirect(key) && { confirmed: 'if it redirects' as const }),
      headers: ifMatchHeader,
      body: savedSetting(key),
      response,
    },
  };
}

export const pageSettingCalls = {
  'GET /api/settings': {
    about: 'the settings that pages are made with, defaults filled in',
    who: 'all',
    response: pageSettingsResponse,
  },
} as const satisfies CallTable;

export const settingCalls: SettingCalls = Object.assign({}, ...settingKeys.map(callsOf));

type AllCalls = typeof pageSettingCalls & SettingCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends AllCalls {}
}
