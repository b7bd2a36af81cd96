import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { isOfMailbox, mailboxOf } from './mailboxes.ts';

/** Addresses of one mailbox in each line. */
const mailboxes = [
  [
    'ada@buyer.example',
    'ADA@Buyer.Example',
    'ada+one@buyer.example',
    'ada+two+three@buyer.example',
  ],
  ['a.da@buyer.example'],
  ['ada@other.example', 'ada+@other.example'],
  ['adalovelace@gmail.com', 'ada.lovelace@gmail.com', 'A.d.a.lovelace+shop@googlemail.com'],
  ['ada.lovelace@buyer.example', 'ada.lovelace+x@buyer.example'],
  ['ada_lovelace@buyer.example'],
  ['adaxlovelace@buyer.example'],
  ['ada%@buyer.example'],
  ['ada\\lovelace@buyer.example'],
  ['+ada@buyer.example'],
  ['ada@icloud.com', 'ada+list@me.com', 'ada@mac.com'],
  ['ada-l.b_c@proton.me', 'adalbc@pm.me', 'adalbc+1@protonmail.com'],
  ['österreich@buyer.example', 'österreich+1@buyer.example'],
  ['ada@ÖSTERREICH.example', 'ada+1@ÖSTERREICH.example'],
  ['ada@GMAIL.example', 'ADA@gmail.EXAMPLE'],
];

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
    await sql`create table addresses (email text not null)`.execute(database.db);
    for (const email of mailboxes.flat())
      await sql`insert into addresses values (${email})`.execute(database.db);
  });
  afterAll(() => database.close());

  test('finds all addresses of a mailbox by each of them, and those of no other', async () => {
    for (const addresses of mailboxes) {
      for (const email of addresses) {
        const { rows } = await sql<{
          email: string;
        }>`select email from addresses where ${isOfMailbox('email', email)}`.execute(database.db);
        expect(rows.map((row) => row.email).toSorted(), email).toEqual(addresses.toSorted());
      }
    }
  });
});

test('names a mailbox the same by each of its addresses, and each of them differently', () => {
  const names = mailboxes.map((addresses) => new Set(addresses.map(mailboxOf)));
  expect(names.map(({ size }) => size)).toEqual(mailboxes.map(() => 1));
  expect(new Set(names.flatMap((some) => [...some])).size).toBe(mailboxes.length);
});
