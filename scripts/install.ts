/**
 * `druse install`: makes an unpacked release the shop of this machine, behind Caddy, which gets its
 * certificates. Run again it changes only what differs.
 */
import { randomInt } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Problem } from '#core/contract/problems.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { version } from '#platform/process/version.ts';
import { explain, withReadableErrors } from './command.ts';
import {
  failureUnitFor,
  isByHand,
  siteFor,
  unitFor,
  withImport,
  withVariable,
} from './install/files.ts';
import { addRelease, linked, nameOf, relink } from './install/releases.ts';
import {
  attempt,
  CADDYFILE,
  DATA_DIR,
  ENVIRONMENT_FILE,
  FAILURE_FILE,
  HOME,
  isSystemdRunning,
  PROGRAM,
  refuseElsewhere,
  run,
  SITE_FILE,
  systemctl,
  UNIT_FILE,
  USER,
  write,
} from './install/system.ts';

const USAGE = `druse install --domain shop.example --email you@example.com

Makes this release the shop of this machine: Debian, as root. It runs as the user ${USER}, starts with the machine, and Caddy (from
Debian) stands in front with certificates for the domain. Run again it changes only what differs, and never the data.

--domain  the shop's name, which leads to this machine
--email   where the certificate authority writes when something is wrong

Data: ${DATA_DIR}. Configuration: ${ENVIRONMENT_FILE}. Program: ${HOME}.`;

const WORDS_OF_PASSWORD = 5;

const { values, positionals } = parseArgs({
  options: { domain: { type: 'string' }, email: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
  strict: false,
});
const { domain, email } = values;
if (typeof domain !== 'string' || typeof email !== 'string' || positionals.length > 0)
  explain(USAGE, values.help ? '--help' : undefined);
else await withReadableErrors(async () => install(domain.toLowerCase(), email));

function install(host: string, address: string): void {
  if (!/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(host)) {
    throw new Problem(
      'invalid_input',
      `${host} is no domain. Give a name such as shop.example, without https:// and without a path.`,
    );
  }
  if (!/^[^\s@{}"]+@[^\s@{}"]+$/.test(address))
    throw new Problem('invalid_input', `${address} is no email address.`);
  refuseElsewhere();
  const name = nameOf(projectFolder);
  if (name === null)
    throw new Problem(
      'state_conflict',
      'Only a release can be installed: npm run release makes one.',
    );
  if (existsSync(path.join(HOME, 'package.json'))) {
    throw new Problem(
      'state_conflict',
      `${HOME} holds the sources of a shop. Move them elsewhere first, and stop what runs from them.`,
    );
  }
  makeUser();
  const isNew = linked(HOME) === null;
  // A newer one comes by `druse upgrade`, which tries it first.
  if (isNew) placeProgram(name);
  // As in a former release it may say something else.
  write(path.join(HOME, 'before-start'), shipped('before-start.sh'), 0o755);
  const { password, hasChanged } = configure(host);
  const isOther = write(UNIT_FILE, unitFor(shipped('druse.service'), HOME));
  if (!isByHand(existsSync(FAILURE_FILE) ? readFileSync(FAILURE_FILE, 'utf8') : null))
    write(FAILURE_FILE, failureUnitFor(shipped('druse-failure.service')));
  systemctl('daemon-reload');
  systemctl('enable', 'druse');
  systemctl(isOther || hasChanged ? 'restart' : 'start', 'druse');
  const port = Number(parseEnv(readFileSync(ENVIRONMENT_FILE, 'utf8')).PORT ?? 3000);
  setUpCaddy({ domain: host, email: address, port });
  tell(host, password, isNew ? null : name);
}

/** Hoisted, since the command runs above. */
function shipped(file: string): string {
  return readFileSync(path.join(projectFolder, 'deploy', file), 'utf8');
}

function makeUser(): void {
  if (!attempt('id', ['-u', USER]).isGood)
    run(
      'useradd',
      '--system',
      '--user-group',
      '--home-dir',
      DATA_DIR,
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      USER,
    );
  if (existsSync(DATA_DIR)) return;
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  const [uid, gid] = ['-u', '-g'].map((word) => Number(attempt('id', [word, USER]).printed));
  chownSync(DATA_DIR, uid ?? 0, gid ?? 0);
}

function placeProgram(name: string): void {
  mkdirSync(HOME, { recursive: true, mode: 0o755 });
  addRelease(HOME, name, (folder) =>
    cpSync(projectFolder, folder, { recursive: true, verbatimSymlinks: true }),
  );
  run('chown', '-R', 'root:root', HOME);
  // Whatever the umask was: another user runs it.
  run('chmod', '-R', 'u=rwX,go=rX', HOME);
  relink(HOME, name);
  rmSync(PROGRAM, { force: true });
  symlinkSync(path.join(HOME, 'current/druse'), PROGRAM);
}

/** @returns the first password, if this has chosen it, and whether the file has changed. */
function configure(host: string): { password: string | null; hasChanged: boolean } {
  const publicUrl = `https://${host}`;
  if (existsSync(ENVIRONMENT_FILE)) {
    const text = withVariable(readFileSync(ENVIRONMENT_FILE, 'utf8'), 'PUBLIC_URL', publicUrl);
    return { password: null, hasChanged: write(ENVIRONMENT_FILE, text, 0o600) };
  }
  const password = Array.from(
    { length: WORDS_OF_PASSWORD },
    () => wordlist[randomInt(wordlist.length)],
  ).join('-');
  const variables = {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    DEMO: 'off',
    ADMIN_PASSWORD: password,
  };
  const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
  const help = '# druse start --help says what there is. After a change: systemctl restart druse';
  return {
    password,
    hasChanged: write(ENVIRONMENT_FILE, `${[help, ...lines].join('\n')}\n`, 0o600),
  };
}

function setUpCaddy(site: { domain: string; email: string; port: number }): void {
  if (!attempt('caddy', ['version']).isGood) {
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', '--no-install-recommends', 'caddy');
  }
  write(SITE_FILE, siteFor(shipped('Caddyfile'), site));
  const before = existsSync(CADDYFILE) ? readFileSync(CADDYFILE, 'utf8') : '';
  const after = withImport(before, SITE_FILE);
  const next = `${CADDYFILE}.new`;
  write(next, after);
  const { isGood, printed } = attempt('caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    next,
  ]);
  if (!isGood) {
    rmSync(next);
    throw new Problem(
      'state_conflict',
      `Caddy does not take its configuration, so it was left as it was: ${printed}`,
    );
  }
  if (before !== '' && before !== after) write(`${CADDYFILE}.before-druse`, before);
  renameSync(next, CADDYFILE);
  systemctl('enable', 'caddy');
  systemctl('reload-or-restart', 'caddy');
}

/** @param other the release that was not taken, because one is installed already. */
function tell(host: string, password: string | null, other: string | null): void {
  const { isGood, printed } = attempt('systemd-analyze', ['verify', UNIT_FILE]);
  if (!isGood) console.error(`systemd finds something wrong with ${UNIT_FILE}: ${printed}`);
  const isWallUp = /^Status: active/m.test(attempt('ufw', ['status']).printed);
  const lines = [
    other === null || other === linked(HOME)
      ? `Druse ${version} is installed: https://${host}`
      : `Druse ${linked(HOME)} stays installed: https://${host}. To run this release instead: druse upgrade FILE`,
    ...(password === null
      ? []
      : [`Log in as admin with the password ${password}, and set another in Settings.`]),
    `Data: ${DATA_DIR}. Configuration: ${ENVIRONMENT_FILE}. Log: journalctl -u druse`,
    `${host} must lead to this machine, and its ports 80 and 443 must be open${isWallUp ? ': ufw allow 80,443/tcp' : ', also in a firewall of your provider'}.`,
    ...(isSystemdRunning()
      ? []
      : [
          'systemd does not run here, so nothing was started: the shop and Caddy start with the machine.',
        ]),
  ];
  console.log(lines.join('\n'));
}
