/** The calls in `docs/api.md`, printed from the tables that the server uses. `-u` writes them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeApp } from './support/app.ts';
import { makeSqlite } from './support/databases.ts';
import { root } from './support/imports.ts';

/** A table as the formatter pads it. */
function padded(rows: string[]): string {
  const cells = ['| call | who | response |', '| - | - | - |', ...rows].map((row) =>
    row.slice(2, -2).split(' | '),
  );
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: string[], index: number) =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0, index === 1 ? '-' : ' ')).join(' | ');
  return cells.map((row, index) => `| ${line(row, index)} |\n`).join('');
}

/** The sort key of a row, which keeps the calls of one path together: `/api/orders GET`. */
const placeOf = (row: string) => row.replace(/^\| `(\w+) ([^`]*)`.*$/, '$2 $1');

test('docs/api.md lists every call as its table describes it', async () => {
  const printed = new Map<string, string>();
  const database = await makeSqlite();
  const { app } = await makeApp(database, {
    onRoute: ({ method, url, config }) => {
      if (!config?.call || (method === 'HEAD' && config.call.response)) return;
      const { about, who = 'admin', row: address = url } = config.call;
      const row = `| \`${method} ${address.replace(/:(\w+)/g, '{$1}')}\` | ${who} | ${about} |`;
      printed.set(placeOf(row), row);
    },
  });
  await app.close();
  await database.close();
  expect(printed.size).toBeGreaterThan(30);

  const page = readFileSync(path.join(root, 'docs/api.md'), 'utf8');
  const table = /^\| call .*\n\|[-| ]+\n(?:\|.*\n)+/m;
  const sorted = [...printed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const whole = page.replace(table, () => padded(sorted));
  await expect(whole).toMatchFileSnapshot('../docs/api.md');
});
