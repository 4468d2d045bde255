import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './env.ts';

/** Every story is a test: it renders, its play function holds, and axe finds nothing. */
export default defineConfig({
  plugins: [storybookTest({ configDir: fileURLToPath(new URL('.storybook', import.meta.url)) })],
  test: {
    name: 'stories',
    browser: {
      enabled: true,
      headless: true,
      api: { host: '127.0.0.1' },
      provider: playwright({
        launchOptions: {
          executablePath: chromiumPath(process.env),
          args: ['--no-sandbox', '--disable-background-networking'],
        },
        // Dates and times in stories read the same everywhere.
        contextOptions: { timezoneId: 'Asia/Seoul', locale: 'ko-KR', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
