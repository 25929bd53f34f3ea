import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'apps/**', 'dist/**'],
    testTimeout: 20_000,
    // Tests start real processes: more workers than this only make them wait for each other.
    maxWorkers: 2,
  },
});
