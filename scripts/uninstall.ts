/**
 * `druse uninstall`: takes back `druse install`. The data, the configuration and the user who owns
 * them stay.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { explain, withReadableErrors } from './command.ts';
import { isByHand, withoutImport } from './install/files.ts';
import {
  CADDYFILE,
  DATA_DIR,
  ENVIRONMENT_FILE,
  FAILURE_FILE,
  HOME,
  PROGRAM,
  refuseElsewhere,
  SITE_FILE,
  systemctl,
  UNIT_FILE,
  USER,
  write,
} from './install/system.ts';

const USAGE = `druse uninstall

Stops the shop and removes its program, its unit, and its part of Caddy's configuration. Your data stay in ${DATA_DIR}, and the
configuration in ${ENVIRONMENT_FILE}: druse install takes both again. Run it as root.`;

const [option] = process.argv.slice(2);
if (option === undefined) await withReadableErrors(async () => uninstall());
else explain(USAGE, option);

function uninstall(): void {
  refuseElsewhere();
  if (existsSync(UNIT_FILE)) systemctl('disable', '--now', 'druse');
  rmSync(UNIT_FILE, { force: true });
  if (existsSync(FAILURE_FILE) && !isByHand(readFileSync(FAILURE_FILE, 'utf8')))
    rmSync(FAILURE_FILE);
  systemctl('daemon-reload');
  if (existsSync(SITE_FILE)) {
    const others = withoutImport(readFileSync(CADDYFILE, 'utf8'), SITE_FILE);
    const before = `${CADDYFILE}.before-druse`;
    // Without any line it would be refused.
    if (others.trim() === '' && existsSync(before)) renameSync(before, CADDYFILE);
    else write(CADDYFILE, others);
    rmSync(SITE_FILE);
    systemctl('reload-or-restart', 'caddy');
  }
  for (const place of [PROGRAM, HOME]) rmSync(place, { recursive: true, force: true });
  console.log(
    `Druse is gone. What stays: the data in ${DATA_DIR}, ${ENVIRONMENT_FILE}, the user ${USER}, and Caddy.`,
  );
}
