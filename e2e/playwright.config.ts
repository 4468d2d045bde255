import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../.dungji/test/e2e-results',
  // The stack itself uses both cores of a small machine; side by side the tests would only time each other out.
  workers: 1,
  // The last ones stop the stack.
  projects: [
    { name: 'journeys', testIgnore: 'stack.spec.ts' },
    { name: 'stack', testMatch: 'stack.spec.ts' },
  ],
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: ['--disable-background-networking'],
    },
  },
});
