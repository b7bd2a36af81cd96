import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { MAX_OLD_ADDRESSES_BYTES, oldAddressCount, oldAddressesRead } from './old-addresses.ts';
import { sheetShops } from './shop-sheets.ts';

export const oldAddressFileCalls = {
  'POST /api/manage/old-addresses': {
    about: 'replaces the old addresses, those of a former shop, with those of a sheet (`text/csv`)',
    limit: 30,
    maxBody: MAX_OLD_ADDRESSES_BYTES,
    body: 'file',
    response: oldAddressesRead,
  },
} as const satisfies CallTable;

export const oldAddressCalls = {
  'GET /api/manage/old-addresses': {
    about: 'how many old addresses there are',
    response: oldAddressCount,
  },
  'DELETE /api/manage/old-addresses': { about: '204; removes all old addresses' },
} as const satisfies CallTable;

export const shopSheetCalls = {
  'GET /api/manage/shop-sheets/:shop': {
    about: 'the collection as another shop’s product sheet (`text/csv`)',
    params: { shop: z.enum(sheetShops) },
    response: { file: 'text/csv', description: 'A product sheet.' },
  },
} as const satisfies CallTable;

type OtherShopCalls = typeof oldAddressFileCalls & typeof oldAddressCalls & typeof shopSheetCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends OtherShopCalls {}
}
