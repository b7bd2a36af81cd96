import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

const PORT = 4317;
const baseURL = `http://127.0.0.1:${PORT}`;
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'];

/** A browser that is on the machine, else the one that came with npm: nothing is installed by hand. */
async function findBrowser() {
  const known = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const local = known.find((path) => existsSync(path));
  if (local) return { executablePath: local, args: flags };
  const { default: chromium } = await import('@sparticuz/chromium');
  return { executablePath: await chromium.executablePath(), args: [...flags, '--headless=shell'] };
}

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 30_000,
  use: { baseURL, trace: 'retain-on-failure', launchOptions: await findBrowser() },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: /@phone/,
    },
  ],
  webServer: {
    command: 'node tests/support/e2e-server.ts',
    env: { PORT: String(PORT) },
    url: `${baseURL}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
