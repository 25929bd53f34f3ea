import { defineConfig } from 'tsdown';

const options = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
} as const;

/** The command line and what runs inside Playwright Test; then what others import, with types. */
export default defineConfig([
  {
    ...options,
    entry: { cli: 'src/cli/main.ts', 'judge-reporter': 'src/judge/browser/reporter.ts' },
    dts: false,
  },
  {
    ...options,
    entry: { index: 'src/index.ts', judge: 'src/judge/browser/door/index.ts' },
    dts: true,
  },
]);
