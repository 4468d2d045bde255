import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // Only the newest two years of browsers: no legacy code in the first script.
    target: 'es2022',
    sourcemap: true,
    // A strict content security policy refuses fonts from data: addresses.
    assetsInlineLimit: 0,
  },
});
