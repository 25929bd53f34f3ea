/**
 * The program of the agent `mini`: one process a round, the prompt on standard input, events as lines of JSON on
 * standard output (`../cli/mini-protocol.ts`), exit code 0 only for a round that ended of the model's own accord.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { languageModel } from '../../language-model/index.ts';
import { sdkProviders } from '../../schema/index.ts';
import { MINI_SETTINGS, type MiniEvent, miniSettingsSchema } from '../cli/mini-protocol.ts';
import { bashTool } from './bash-tool.ts';
import { openConversation } from './conversation-file.ts';
import { playRound } from './play-round.ts';
import { type ServerTools, startServers } from './server-tools.ts';

const systemPrompt = (cwd: string): string =>
  [
    `You are a software engineer who works alone in the folder ${cwd}. Nobody answers questions: decide for yourself, and go on until what you were asked for is done.`,
    'You act through tools only. With `bash` you look around, change files and try out what you have done; every command starts in that folder, in a new shell. There is no internet.',
    'Find out what is the case before you change anything, keep changes small, and see for yourself that they work.',
    'When all is done, say in a few sentences what you have changed, and call no tool: that ends your work.',
  ].join('\n');

async function main(): Promise<boolean> {
  const { home = '', model: named = '', resume } = readArguments();
  const { modelUrl, servers } = miniSettingsSchema.parse(JSON.parse(readFileSync(join(home, MINI_SETTINGS), 'utf8')));
  const provider = sdkProviders.find((each) => named.startsWith(`${each}/`));
  if (provider === undefined) throw new Error(`--model must be one of ${sdkProviders.join(', ')}, a slash, and a name`);
  const prompt = await text(process.stdin);
  const session = resume ?? randomUUID();
  const conversation = openConversation(home, session, { resumed: resume !== undefined });
  const cwd = process.cwd();
  let started: ServerTools;
  try {
    started = await startServers(servers);
  } catch (error) {
    tell({ type: 'error', reason: 'servers', message: error instanceof Error ? error.message : String(error) });
    return false;
  }
  try {
    const tools = { bash: bashTool(cwd), ...started.tools };
    tell({ type: 'start', session, model: named, tools: Object.keys(tools) });
    const model = languageModel(provider, named.slice(provider.length + 1), modelUrl);
    return await playRound({ model, provider, tools, system: systemPrompt(cwd), prompt, conversation, tell });
  } finally {
    await started.close();
  }
}

const readArguments = () =>
  parseArgs({ options: { home: { type: 'string' }, model: { type: 'string' }, resume: { type: 'string' } } }).values;

function tell(event: MiniEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** The SDK's own advice is for people. */
globalThis.AI_SDK_LOG_WARNINGS = false;
const finished = await main();
// What the model has left in the background may hold the process.
process.stdout.write('', () => process.exit(finished ? 0 : 1));
