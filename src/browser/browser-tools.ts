import { UserError } from '../errors.ts';
import type { SideProgram } from '../host/index.ts';
import { nearest } from '../schema/index.ts';
import { CHROMIUM_FLAGS } from './find-chromium.ts';

/** A server of tools that an agent's program starts by itself, and speaks MCP with. */
export interface McpServer {
  /** As the agent sees it: `mcp__<name>__<tool>`. */
  name: string;
  command: string[];
  env: Record<string, string>;
}

/** What an agent uses the browser with. The sentence is all that the prompt changes by. */
export interface BrowserTool {
  name: string;
  /** How the prompt says what there is. */
  sentence: string;
  /** Installed by `doctor --fix --tool`. */
  side?: SideProgram;
  /** `program` is its path inside the pod, `chromium` the browser's. */
  server?(program: string, chromium: string): McpServer;
}

const tools: readonly BrowserTool[] = [
  {
    name: 'playwright',
    sentence:
      'For the browser, use Playwright from Node: `require("/opt/bugsweep/node_modules/playwright-core")`, with the Chromium that `$CHROMIUM` names and the argument `--no-sandbox`.',
  },
  {
    name: 'playwright-mcp',
    sentence: 'For the browser, use the tools of the MCP server `playwright`.',
    side: {
      ...{ name: 'playwright-mcp', package: '@playwright/mcp', version: '0.0.83', program: 'playwright-mcp' },
    },
    server: (program, chromium) => ({
      name: 'playwright',
      command: [
        ...[program, '--headless', '--isolated', '--no-sandbox', '--executable-path', chromium],
        ...['--output-dir', '/tmp/playwright-mcp'],
      ],
      env: {},
    }),
  },
  {
    name: 'devtools-mcp',
    sentence: 'For the browser, use the tools of the MCP server `chrome-devtools`.',
    side: {
      ...{ name: 'devtools-mcp', package: 'chrome-devtools-mcp', version: '1.11.0', program: 'chrome-devtools-mcp' },
    },
    server: (program, chromium) => ({
      name: 'chrome-devtools',
      command: [
        ...[program, '--executablePath', chromium, '--headless', '--isolated'],
        ...['--no-usage-statistics', '--no-performance-crux', '--chromeArg=--no-sandbox'],
        ...CHROMIUM_FLAGS.map((flag) => `--chromeArg=${flag}`),
      ],
      env: {},
    }),
  },
  { name: 'own', sentence: 'For the browser, use your own built-in browser tool.' },
];

export const DEFAULT_TOOL = 'playwright';

export const browserToolNames = (): string[] => tools.map(({ name }) => name);

/** @throws UserError `no-tool` */
export function browserTool(name: string): BrowserTool {
  const tool = tools.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const near = nearest(name, browserToolNames());
  const hint = `${near === undefined ? '' : `did you mean ${near}? `}known: ${browserToolNames().join(', ')}`;
  throw new UserError('no-tool', `there is no browser tool "${name}"`, hint);
}
