import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Problem } from '#core/contract/problems.ts';
import { UNIT } from '../shop-environment.ts';

export const HOME = '/opt/druse';
export const USER = 'druse';
export const PROGRAM = '/usr/local/bin/druse';
export const UNIT_FILE = '/etc/systemd/system/druse.service';
export const FAILURE_FILE = '/etc/systemd/system/druse-failure.service';
export const ENVIRONMENT_FILE = UNIT.file;
export const DATA_DIR = UNIT.dataDir;
export const CADDYFILE = '/etc/caddy/Caddyfile';
export const SITE_FILE = '/etc/caddy/druse.caddy';

/** Not in a container, for one: there units can be written, but not started. */
export const isSystemdRunning = (): boolean => existsSync('/run/systemd/system');

/** @throws Problem where the command can't work here. */
export function refuseElsewhere(): void {
  const reason =
    process.platform !== 'linux' || !existsSync('/etc/debian_version')
      ? 'This works on Debian only. On another system, unpack the release and start it there: ./druse start'
      : process.getuid?.() !== 0
        ? 'Run this as root.'
        : null;
  if (reason !== null) throw new Problem('state_conflict', reason);
}

/** @returns whether the program ended well, with what it printed. */
export function attempt(
  program: string,
  args: string[],
  options: SpawnSyncOptions = {},
): { isGood: boolean; printed: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  return { isGood: status === 0, printed: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

/** @throws Problem with what the program printed, where it fails. */
export function run(program: string, ...args: string[]): void {
  const { isGood, printed } = attempt(program, args);
  if (!isGood)
    throw new Problem(
      'state_conflict',
      `${program} ${args.join(' ')} failed: ${printed || 'it said nothing'}`,
    );
}

export function systemctl(...args: string[]): void {
  const isForFiles = ['enable', 'disable'].includes(args[0] ?? '');
  if (isSystemdRunning()) run('systemctl', ...args);
  else if (isForFiles) run('systemctl', ...args.filter((word) => word !== '--now'));
}

/** @returns whether the file said something else before. */
export function write(file: string, text: string, mode = 0o644): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  writeFileSync(file, text, { mode });
  return true;
}
