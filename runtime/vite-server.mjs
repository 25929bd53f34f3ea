// Starts Vite's dev server for a workspace with bugsweep's own configuration. Runs inside a pod.
// The workspace's vite.config, postcss.config and .env files are never loaded: they are the agent's, and code in them
// would run in the server that the judge looks at.
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const settings = JSON.parse(process.env.BUGSWEEP_VITE ?? '{}');
const require = createRequire(`${settings.root}/`);
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

const { build, createServer, preview } = await load('vite');
const { default: react } = await load('@vitejs/plugin-react');

const target = { socketPath: settings.apiSocket, host: 'localhost', protocol: 'http:' };
// Without an agent the proxy asks the API to close, and the API may close while the proxy is still ending its write: a
// save that was stored was then answered with 502 (one in six, measured), and a right solution failed by chance.
const agent = new Agent({ keepAlive: false });
const proxy = Object.fromEntries(
  settings.proxy.map((prefix) => [prefix, { target, agent, changeOrigin: false, configure: answerPlainly }]),
);
const place = { host: '127.0.0.1', port: settings.port, strictPort: true, proxy };
const common = {
  configFile: false,
  envDir: false,
  root: settings.root,
  cacheDir: settings.cacheDir,
  clearScreen: false,
  mode: 'development',
  css: { postcss: {} },
  plugins: [react()],
};

try {
  if (settings.purpose === 'agent') await serveSources();
  else await serveBundle();
} catch (error) {
  // What the compiler says of the source; a stack of Vite's own files helps nobody.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
process.stdout.write(`app at http://127.0.0.1:${settings.port}/\n`);

/** What a developer works with: modules one by one, reloaded as they change. */
async function serveSources() {
  const server = await createServer({
    ...common,
    server: { ...place, fs: { strict: true, allow: [settings.root] } },
  });
  await server.listen();
}

/**
 * What is judged never changes, so it is bundled once, still in development mode (the same React, the same checks): a
 * page then takes ten requests instead of 128, which keeps a loaded machine from slowing every check.
 */
async function serveBundle() {
  const outDir = settings.outDir;
  await build({
    ...common,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      modulePreload: false,
    },
  });
  await preview({ ...common, logLevel: 'warn', build: { outDir }, preview: place });
}

/** The API may end a connection in mid-answer (a reset while a request waits): a plain 502, no stack, no crash. */
function answerPlainly(proxyServer) {
  proxyServer.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response && !response.headersSent) {
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"unavailable","message":"The API did not answer."}}');
    } else response?.destroy?.();
  });
}
