import { defineConfig } from 'tsdown';

const options = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  // Files are replaced in place: a run that was started before goes on finding what it loads later.
  clean: false,
  hash: false,
  inputOptions: { checks: { pluginTimings: false } },
} as const;

/** The command line and what runs inside Playwright Test; then what others import, with types. */
export default defineConfig([
  {
    ...options,
    entry: { cli: 'src/cli/main.ts', 'judge-reporter': 'src/judge/browser/reporter.ts' },
    outputOptions: { chunkFileNames: 'cli-[name].mjs' },
    dts: false,
  },
  {
    ...options,
    entry: { index: 'src/index.ts', judge: 'src/judge/browser/door/index.ts' },
    outputOptions: { chunkFileNames: 'lib-[name].mjs' },
    dts: true,
  },
]);
