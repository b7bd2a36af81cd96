import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';

test.each([
  { trustProxy: 0, forwarded: {}, isUntrusted: false },
  { trustProxy: 0, forwarded: { 'x-forwarded-for': '203.0.113.9' }, isUntrusted: true },
  { trustProxy: 1, forwarded: { 'x-forwarded-for': '203.0.113.9' }, isUntrusted: false },
  {
    trustProxy: ['10.0.0.0/8'],
    forwarded: { 'x-forwarded-for': '203.0.113.9' },
    isUntrusted: true,
  },
])(
  'with TRUST_PROXY $trustProxy an admin with $forwarded comes through a foreign proxy: $isUntrusted',
  async (row) => {
    const database = await makeSqlite();
    const { app, ...shop } = await makeApp(database, { config: { trustProxy: row.trustProxy } });
    const admin = await shop.admin();
    const response = await admin.request({
      method: 'GET',
      url: '/api/manage/proxy',
      headers: row.forwarded,
    });
    expect(response.json()).toEqual({ isUntrusted: row.isUntrusted });
    await app.close();
    await database.close();
  },
);
