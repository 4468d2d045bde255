import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './env.ts';

/** Every story is a test: it renders, its play function holds, and axe finds nothing. */
export default defineConfig({
  // The page's own plugins too: without its styles, contrast and size would be checked on a bare page.
  plugins: [
    react(),
    tailwindcss(),
    storybookTest({ configDir: fileURLToPath(new URL('.storybook', import.meta.url)) }),
  ],
  // Found before the first story: a dependency met half-way reloads the page under a running test.
  optimizeDeps: {
    entries: ['src/**/*.stories.tsx', '.storybook/preview.tsx'],
    // Asked for only once a viewer is open.
    include: ['pdfjs-dist/legacy/build/pdf.mjs'],
  },
  test: {
    name: 'stories',
    isolate: false,
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
