/** What `druse install` makes of the files in deploy/. The suite `release` installs in earnest. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  failureUnitFor,
  isByHand,
  siteFor,
  unitFor,
  withImport,
  withoutImport,
  withVariable,
} from '../scripts/install/files.ts';
import { root } from './support/imports.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const SITE = '/etc/caddy/druse.caddy';

test('an installed shop has the unit of deploy/, with the Node of its release', () => {
  const template = read('deploy/druse.service');
  const lines = unitFor(template, '/opt/druse').split('\n');
  const changed = lines.filter((line) => !template.split('\n').includes(line));
  expect(changed.slice(1)).toEqual([
    'WorkingDirectory=/opt/druse/current',
    'ExecStartPre=+/opt/druse/before-start',
    'ExecStart=/opt/druse/current/node/node --max-semi-space-size=4 dist/shop/main.js',
  ]);
  expect(changed[0]).toMatch(/^# Written by druse install/);
  expect(lines.join('\n')).not.toContain('node_modules');
});

test('a child that the memory limit ends does not end the shop', () => {
  const unit = read('deploy/druse.service');
  expect(unit).toMatch(/^MemoryMax=/m);
  expect(unit).toMatch(/^OOMPolicy=continue$/m);
});

test('the unit that tells of its failure comes with it, and one that was put there by hand stays', () => {
  const template = read('deploy/druse-failure.service');
  const unit = failureUnitFor(template);
  expect(unit).toContain(template.slice(template.indexOf('[Unit]')));
  expect(unit).not.toContain('Copy to');
  expect(read('deploy/druse.service')).toContain('\nOnFailure=druse-failure.service\n');
  expect([unit, template, null].map(isByHand)).toEqual([false, true, false]);
});

test('its site is that of deploy/, for one process', () => {
  const site = siteFor(read('deploy/Caddyfile'), {
    domain: 'shop.example',
    email: 'owner@shop.example',
    port: 3000,
  });
  expect(site).toMatch(
    /^shop\.example \{\n\ttls owner@shop\.example\n\treverse_proxy 127\.0\.0\.1:3000 \{\n/,
  );
  expect(site).toContain('health_uri /readyz');
  expect(site).not.toMatch(/\{\$|compose/);
});

test("the rest of Caddy's configuration is kept, and what Debian's Caddy comes with is removed", () => {
  const debians =
    '# The Caddyfile is an easy way\n:80 {\n\t# Set this path\n\troot * /usr/share/caddy\n\tfile_server\n}\n';
  expect(withImport(debians, SITE)).toBe(`import ${SITE}\n`);
  const own = 'blog.example {\n\tfile_server\n}\n';
  const both = withImport(own, SITE);
  expect(both).toBe(`${own}\nimport ${SITE}\n`);
  expect(withImport(both, SITE)).toBe(both);
  expect(withoutImport(both, SITE).trim()).toBe(own.trim());
});

test('one variable is set, and what else the file says stays', () => {
  expect(
    withVariable(
      '# mine\nPUBLIC_URL=https://old.example\nPORT=1',
      'PUBLIC_URL',
      'https://new.example',
    ),
  ).toBe('# mine\nPUBLIC_URL=https://new.example\nPORT=1');
  expect(withVariable('PORT=1', 'DEMO', 'off')).toBe('PORT=1\nDEMO=off\n');
});
