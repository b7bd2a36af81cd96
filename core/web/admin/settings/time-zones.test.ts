import { expect, test } from 'vitest';
import { isTimeZone } from '#core/contract/admin/setting-checks.ts';
import { timeZones, zoneName } from './time-zones.ts';

test('time zones are offered by the names of today, which the shop takes', () => {
  const offered = timeZones('Asia/Calcutta');
  expect(offered).toEqual(
    expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/New_York', 'UTC']),
  );
  expect(offered.filter((zone) => zoneName(zone) !== zone || !isTimeZone(zone))).toEqual([]);
  expect(new Set(offered).size).toBe(offered.length);
});
