import { UserError } from '../errors.ts';
import { type SideProgram, sidePath } from '../host/index.ts';
import { DEFAULT_TOOL, nearest, type ToolServer } from '../schema/index.ts';
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
  /** Host folder of a user's own server. */
  folder?: string;
  /** `folder` is that of `side` or the user's, inside the pod; `chromium` the browser's path there. */
  server?(place: { folder: string; chromium: string }): McpServer;
}

const sentenceOf = (server: string): string => `For the browser, use the tools of the MCP server \`${server}\`.`;

const playwrightMcp: SideProgram = {
  ...{ name: 'playwright-mcp', package: '@playwright/mcp', version: '0.0.83', program: 'playwright-mcp' },
};
const devtoolsMcp: SideProgram = {
  ...{ name: 'devtools-mcp', package: 'chrome-devtools-mcp', version: '1.11.0', program: 'chrome-devtools-mcp' },
};

const tools: readonly BrowserTool[] = [
  {
    name: DEFAULT_TOOL,
    sentence:
      'For the browser, use Playwright from Node: `require("/opt/bugsweep/node_modules/playwright-core")`, with the Chromium that `$CHROMIUM` names and the argument `--no-sandbox`.',
  },
  {
    name: 'playwright-mcp',
    sentence: sentenceOf('playwright'),
    side: playwrightMcp,
    server: ({ folder, chromium }) => ({
      name: 'playwright',
      command: [
        ...[sidePath(playwrightMcp, folder), '--headless', '--isolated', '--no-sandbox', '--executable-path', chromium],
        ...['--output-dir', '/tmp/playwright-mcp'],
      ],
      env: {},
    }),
  },
  {
    name: 'devtools-mcp',
    sentence: sentenceOf('chrome-devtools'),
    side: devtoolsMcp,
    server: ({ folder, chromium }) => ({
      name: 'chrome-devtools',
      command: [
        ...[sidePath(devtoolsMcp, folder), '--executablePath', chromium, '--headless', '--isolated'],
        ...['--no-usage-statistics', '--no-performance-crux', '--chromeArg=--no-sandbox'],
        ...CHROMIUM_FLAGS.map((flag) => `--chromeArg=${flag}`),
      ],
      env: {},
    }),
  },
  { name: 'own', sentence: 'For the browser, use your own built-in browser tool.' },
];

/** Those that bugsweep knows by itself. */
export const browserToolNames = (): string[] => tools.map(({ name }) => name);

/** Those that `doctor --fix --tool` installs. */
export const installableTools = (): string[] => tools.flatMap(({ name, side }) => (side === undefined ? [] : [name]));

/** What a user types to get the program of a tool. */
export const howToInstallTool = (name: string): string => `type: bugsweep doctor --fix --tool ${name}`;

/** A tool by its name; `servers` are the user's own. @throws UserError `no-tool` */
export function browserTool(name: string, servers: readonly ToolServer[] = []): BrowserTool {
  const tool = tools.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const own = servers.find((each) => each.name === name);
  if (own !== undefined) return toolOf(own);
  const known = [...browserToolNames(), ...servers.map((each) => each.name)];
  const near = nearest(name, known);
  throw new UserError(
    'no-tool',
    `there is no browser tool "${name}"`,
    `${near === undefined ? '' : `did you mean ${near}? `}known: ${known.join(', ')}; --mcp <file> brings servers of your own`,
  );
}

/** What a prompt says of the tool of this name. A name that bugsweep does not know is a user's server. */
export const toolSentence = (name: string): string =>
  tools.find((each) => each.name === name)?.sentence ?? sentenceOf(name);

/** Changes with everything about a tool but the files of a user's server. Empty for the default. */
export function toolVersion({ name, side, server }: BrowserTool): string {
  if (name === DEFAULT_TOOL) return '';
  const started = server?.({ folder: '/folder', chromium: '/chromium' });
  return JSON.stringify([name, side?.version ?? '', started ?? '']);
}

function toolOf({ name, command, args, env, folder }: ToolServer): BrowserTool {
  return {
    name,
    sentence: sentenceOf(name),
    ...(folder === null ? {} : { folder }),
    server: (place) => {
      const fill = (word: string) =>
        word.replace(/\{(folder|chromium)\}/g, (_, key: 'folder' | 'chromium') => place[key]);
      return {
        name,
        command: [command, ...args].map(fill),
        env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
      };
    },
  };
}
