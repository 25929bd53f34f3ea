import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserTool, browserToolNames } from '../../src/browser/index.ts';
import { isSideInstalled } from '../../src/host/index.ts';
import { bugsweep, processesWith, temporaryFolder, writeFiles } from './bugsweep.ts';
import { missing, rehearse } from './rehearse.ts';
import { writeTinyApps } from './tiny-app.ts';

const missingTools = browserToolNames().filter((name) => {
  const { side } = browserTool(name);
  return side !== undefined && !isSideInstalled(side);
});
const lacking = [...missing, ...missingTools];

/** A server of one tool, without any package. */
const SERVER = `import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') {
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'eyes', version: '1' } } });
  } else if (method === 'tools/list') {
    say({ id, result: { tools: [{ name: 'look', description: process.argv[2], inputSchema: { type: 'object', properties: {} } }] } });
  } else say({ id, error: { code: -32601, message: 'no such method' } });
});
`;

const serversFile = (servers: unknown): string => JSON.stringify({ mcpServers: servers });

describe.skipIf(lacking.length > 0)(`browser tools (${lacking.join(', ') || 'all'} installed)`, () => {
  it.each([
    ['playwright-mcp', ['codex', 'gemini-cli', 'opencode'], /playwright|browser_navigate/],
    ['devtools-mcp', ['claude-code', 'qwen-code'], /navigate_page/],
  ] as const)('%s: agents look at the app with its tools', async (tool, agents, called) => {
    const { records, trajectories, stderr, cwd } = await rehearse('rehearsal', {
      ...{ agents, more: ['--vary', `tool=${tool}`] },
    });
    expect(records.map(({ id }) => id.agent).sort(), stderr).toEqual([...agents].sort());
    for (const record of records) {
      // Whatever drives it, it is recorded.
      expect(record.browser, record.id.agent).toMatchObject({ unrecorded: [] });
      expect(record.browser?.actions, record.id.agent).toMatchObject({
        navigate: expect.any(Number),
        read: expect.any(Number),
      });
      expect(record, record.reason).toMatchObject({ passed: true, agentEnd: 'finished', id: { variant: { tool } } });
    }
    for (const { steps, agent } of trajectories) {
      const calls = steps.filter(({ extra }) => extra.class === 'browser');
      expect(calls.length, agent.name).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(calls), agent.name).toMatch(called);
      // What the tool has seen of the page.
      expect(JSON.stringify(calls), agent.name).toContain('Counter');
    }
    expect(processesWith(cwd)).toEqual([]);
  });

  it('a server of the user’s own is started in the pod, with its folder and its words', async () => {
    const cwd = temporaryFolder();
    const eyes = { command: 'node', args: ['{folder}/server.mjs', '{chromium}'], folder: './eyes' };
    writeFiles(cwd, { 'eyes/server.mjs': SERVER, 'servers.json': serversFile({ eyes }) });
    const { records, trajectories, stderr } = await rehearse('rehearsal', {
      ...{ agents: ['codex'], cwd, more: ['--mcp', 'servers.json', '--vary', 'tool=eyes'] },
    });
    expect(records, stderr).toMatchObject([{ passed: true, id: { variant: { tool: 'eyes' } } }]);
    expect(JSON.stringify(trajectories[0]?.steps[0]?.message)).toContain('the tools of the MCP server `eyes`');
  });

  it('a server that does not start is no measurement of its agent', async () => {
    const cwd = temporaryFolder();
    const eyes = { command: 'node', args: ['{folder}/server.mjs'], folder: 'eyes' };
    writeFiles(cwd, { 'eyes/server.mjs': 'throw new Error("no eyes");\n', 'servers.json': serversFile({ eyes }) });
    const { records, exitCode } = await rehearse('rehearsal', {
      ...{ agents: ['codex'], cwd, more: ['--mcp', 'servers.json', '--vary', 'tool=eyes'] },
    });
    expect(exitCode).toBe(3);
    expect(records).toMatchObject([{ outcome: 'infra-error', passed: false }]);
    expect(records[0]?.reason).toMatch(/the MCP server eyes does not work in the pod: it ended with exit code 1/);
    expect(processesWith(cwd)).toEqual([]);
  });
});

it('what is wrong with the tools is told before anything is made', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  writeFiles(cwd, {
    'good.json': serversFile({ eyes: { command: 'node', folder: 'pages/..' } }),
    'plain.json': serversFile({ eyes: { command: 'node' } }),
    'unknown.json': serversFile({ eyes: { comand: 'node' } }),
    'taken.json': serversFile({ 'playwright-mcp': { command: 'node' } }),
    'none.json': serversFile({ eyes: { command: 'node', folder: 'nowhere' } }),
    'secret.json': serversFile({ eyes: { command: 'node', env: { EYES_API_KEY: 'x' } } }),
    'broken.json': '{',
  });
  const words = ['run', '--suite', suite, '--agent', 'nop', '--name', 'r'];
  for (const [more, message] of [
    [['--vary', 'tool=playwrigth'], 'did you mean playwright?'],
    [['--vary', 'tool=eyes', '--mcp', 'good.json'], 'which an agent must not see'],
    [['--mcp', 'plain.json'], 'add --vary tool=eyes'],
    [['--vary', 'tool=eyes', '--mcp', 'plain.json', '--agent', 'command:node'], 'starts no MCP servers'],
    [['--vary', 'tool=eyes', '--mcp', 'unknown.json'], 'comand'],
    [['--vary', 'tool=eyes', '--mcp', 'taken.json'], "a tool of bugsweep's own"],
    [['--vary', 'tool=eyes', '--mcp', 'none.json'], `${join(cwd, 'nowhere')}, which is no folder`],
    [['--vary', 'tool=eyes', '--mcp', 'secret.json'], 'EYES_API_KEY'],
    [['--vary', 'tool=eyes', '--mcp', 'broken.json'], 'cannot be read'],
    [['--vary', 'tool=eyes', '--mcp', 'missing.json'], 'no such file'],
  ] as const) {
    const ended = await bugsweep([...words, ...more], { cwd });
    expect([ended.exitCode, ended.stderr], message).toEqual([2, expect.stringContaining(message)]);
  }
});
