/** `druse install` on the smallest Debian with systemd, which does not run there: what cannot be started is checked, and the shop started as the unit says. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { missingTools } from '../machines/root.ts';
import { inside, makeDebian } from '../support/debian-root.ts';
import { freePort } from '../support/postgres-server.ts';
import { madeRelease } from './made.ts';

const TIMEOUT = 900_000;
const obstacles = missingTools();
const INSTALL = 'install --domain shop.example --email owner@shop.example';

describe.skipIf(obstacles.length > 0)(
  `druse install${obstacles.length > 0 ? ` (skipped: ${obstacles.join('; ')})` : ''}`,
  () => {
    const folder = path.join(inject('runFolder'), 'debian');
    const at = (file: string) => path.join(folder, file);
    const read = (file: string) => readFileSync(at(file), 'utf8');
    let shop: ChildProcess | undefined;
    let said = '';

    beforeAll(async () => {
      const [{ archive, top }] = await Promise.all([
        madeRelease(),
        makeDebian(folder, ['ca-certificates', 'systemd']),
      ]);
      execFileSync('tar', ['-xzf', archive, '-C', at('root')]);
      said = await inside(folder, `/root/${top}/druse ${INSTALL}`);
    }, TIMEOUT);
    afterAll(() => {
      shop?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    test('says where the shop is, how to log in, and that systemd has yet to start it', () => {
      expect(said).toMatch(
        /is installed: https:\/\/shop\.example\nLog in as admin with the password [a-z]+(-[a-z]+){4},/,
      );
      expect(said).toContain('systemd does not run here');
    });

    test('leaves a unit and a configuration of Caddy that each find nothing wrong', async () => {
      expect(
        await inside(folder, 'systemd-analyze verify druse.service druse-failure.service 2>&1'),
      ).toBe('');
      await inside(folder, 'caddy validate --config /etc/caddy/Caddyfile 2>&1');
      expect(read('etc/caddy/druse.caddy')).toMatch(
        /^shop\.example \{\n\ttls owner@shop\.example\n\treverse_proxy 127\.0\.0\.1:3000 \{/,
      );
      for (const unit of ['druse', 'caddy'])
        expect(
          readlinkSync(at(`etc/systemd/system/multi-user.target.wants/${unit}.service`)),
        ).toBeTruthy();
    });

    test('leaves the configuration and the data to nobody else', () => {
      expect(statSync(at('etc/druse.env')).mode & 0o777).toBe(0o600);
      const { mode, uid } = statSync(at('var/lib/druse'));
      expect([mode & 0o777, uid === 0]).toEqual([0o700, false]);
    });

    test('the shop starts as its user, by the command line of the unit, with the Node of the release', {
      timeout: TIMEOUT,
    }, async () => {
      const unit = read('etc/systemd/system/druse.service');
      const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
      const port = await freePort();
      const variables = `${setting('Environment').replace('%C', '/var/cache')} PORT=${port}`;
      const line = `set -a; . /etc/druse.env; cd ${setting('WorkingDirectory')} && exec setpriv --reuid=${setting('User')} --regid=${setting('User')} --clear-groups env ${variables} ${setting('ExecStart')}`;
      shop = spawn('chroot', [folder, '/bin/sh', '-c', line], {
        env: { PATH: process.env.PATH },
        stdio: 'ignore',
      });
      const status = async (target: string) =>
        (await fetch(`http://127.0.0.1:${port}${target}`).catch(() => null))?.status;
      await expect.poll(() => status('/readyz')).toBe(200);
      expect(await status('/')).toBe(200);
      expect(statSync(at('var/lib/druse/shop.db')).uid).toBe(statSync(at('var/lib/druse')).uid);
      expect(await inside(folder, 'druse backup /root/shop.tar 2>&1')).toMatch(
        /With the configuration of \/etc\/druse\.env[\s\S]*0 orders/,
      );
      const ended = new Promise((resolve) => shop?.once('exit', resolve));
      shop.kill('SIGTERM');
      expect(await ended).toBe(0);
    });

    test('installed again, nothing changes, not even what the owner has set', async () => {
      const own = `${read('etc/druse.env')}SMTP_URL=smtp://mail.example\n`;
      writeFileSync(at('etc/druse.env'), own);
      const [site, unit] = [read('etc/caddy/Caddyfile'), read('etc/systemd/system/druse.service')];
      await inside(folder, `druse ${INSTALL}`);
      expect(read('etc/druse.env')).toBe(own);
      expect([read('etc/caddy/Caddyfile'), read('etc/systemd/system/druse.service')]).toEqual([
        site,
        unit,
      ]);
    });

    test('uninstalled, the data and the configuration stay, and installed once more the shop has them again', async () => {
      const own = read('etc/druse.env');
      expect(await inside(folder, 'druse uninstall')).toContain(
        'What stays: the data in /var/lib/druse',
      );
      for (const place of [
        'opt/druse',
        'usr/local/bin/druse',
        'etc/caddy/druse.caddy',
        'etc/systemd/system/druse.service',
        'etc/systemd/system/druse-failure.service',
      ])
        expect(existsSync(at(place)), place).toBe(false);
      await inside(folder, 'caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile 2>&1');
      expect(existsSync(at('var/lib/druse/shop.db'))).toBe(true);
      const { top } = await madeRelease();
      expect(await inside(folder, `/root/${top}/druse ${INSTALL}`)).not.toContain(
        'Log in as admin',
      );
      expect(read('etc/druse.env')).toBe(own);
    });
  },
);
