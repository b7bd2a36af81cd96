import { randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '#tests/support/browser.ts';

// Set by `webServer.wait` before the workers, which read this file too, are started.
const baseURL = process.env.SHOP_ORIGIN;
// Read by `e2e-server.ts`. Workers, which read this file too, and their shops inherit the name.
process.env.E2E_PREPARED ??= path.join(tmpdir(), `druse-e2e-prepared-${randomUUID()}`);
const chrome = devices['Desktop Chrome'];

export default defineConfig({
  testMatch: ['tests/e2e/*.spec.ts', 'features/*/tests/*.spec.ts'],
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: Boolean(process.env.CI),
  // A log that is kept shall end with what failed in all suites, not with a line for each test that passed.
  reporter: [[process.stdout.isTTY ? 'list' : 'dot']],
  // Generous, for machines that do other work meanwhile: pictures are made at low priority, and may take ten times their time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // `--trace on` records a test that fails; recording all of them would cost a quarter of the time.
  // Scrollbars as visitors have them: much of what moves on a page moves because one comes or goes.
  // Frames drawn by the processor cost a quarter of the time: tests about what moves, and a visitor's whole journey, say `inMotion`.
  use: {
    baseURL,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(await findBrowser()), ignoreDefaultArgs: ['--hide-scrollbars'] },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...chrome, viewport: { width: 1440, height: 900 } },
      grepInvert: /@phone-only/,
    },
    {
      name: 'phone',
      use: { ...chrome, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: /@phone/,
    },
  ],
  webServer: {
    command: 'node tests/support/e2e-server.ts',
    env: { PORT: '0' },
    wait: { stdout: /Druse is open at (?<shop_origin>http:\S+)/ },
    stdout: 'ignore',
    // A machine without a build makes one first.
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
