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

/**
 * The command line and what runs inside Playwright Test; what others import, with types; and the program of the agent
 * `mini`, which is alone in its pod and holds all that it needs.
 */
export default defineConfig([
  {
    ...options,
    entry: { cli: 'src/cli/main.ts', 'judge-reporter': 'src/judge/browser/reporter.ts' },
    outputOptions: { chunkFileNames: 'cli-[name].mjs' },
    dts: false,
  },
  {
    ...options,
    entry: {
      index: 'src/index.ts',
      judge: 'src/judge/browser/door/index.ts',
      'judge-play': 'src/judge/browser/door/play/index.ts',
      'judge-verify': 'src/judge/browser/door/verify/index.ts',
    },
    outputOptions: { chunkFileNames: 'lib-[name].mjs' },
    dts: true,
    copy: [
      { from: 'node_modules/@modelcontextprotocol/sdk/LICENSE', to: 'dist', rename: 'judge-verify.mcp-sdk.LICENSE' },
      { from: 'node_modules/ajv/LICENSE', to: 'dist', rename: 'judge-verify.ajv.LICENSE' },
    ],
  },
  {
    ...options,
    entry: { 'mini-agent': 'src/agent/mini/main.ts' },
    deps: { alwaysBundle: [/./], onlyBundle: false },
    outputOptions: { codeSplitting: false },
    dts: false,
    copy: [{ from: 'node_modules/ai/LICENSE', to: 'dist', rename: 'mini-agent.LICENSE' }],
  },
  {
    ...options,
    entry: { recorder: 'src/browser/recorder/program/main.ts' },
    deps: { alwaysBundle: [/./], onlyBundle: false },
    outputOptions: { codeSplitting: false },
    dts: false,
    copy: [{ from: 'node_modules/ws/LICENSE', to: 'dist', rename: 'recorder.LICENSE' }],
  },
]);
