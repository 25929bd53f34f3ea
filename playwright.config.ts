import { defineConfig } from '@playwright/test';

/** For task authors: one judge with Playwright's own tools against an app started by hand. See CONTRIBUTING.md. */
export default defineConfig({
  testDir: 'suites',
  testMatch: '*/*/tests/judge.spec.ts',
  tsconfig: './tsconfig.json',
  workers: 1,
  expect: { timeout: 8_000 },
  outputDir: 'runs/by-hand',
  reporter: 'list',
});
