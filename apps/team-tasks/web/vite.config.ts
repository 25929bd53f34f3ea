import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = process.env.TEAM_TASKS_API ?? 'http://127.0.0.1:4100';

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      '/api': { target: api },
      '/checkout': { target: api },
    },
  },
  test: {
    environment: 'jsdom',
    // Every test file opens and closes its own app, so they can share one environment.
    isolate: false,
    setupFiles: ['./src/test/setup.ts'],
    restoreMocks: true,
  },
});
