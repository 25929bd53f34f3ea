// Starts Vite's dev server for a workspace with bugsweep's own configuration. Runs inside a pod.
// The workspace's vite.config, postcss.config and .env files are never loaded: they are the agent's, and code in them
// would run in the server that the judge looks at.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const settings = JSON.parse(process.env.BUGSWEEP_VITE ?? '{}');
const require = createRequire(`${settings.root}/`);
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

const { createServer } = await load('vite');
const { default: react } = await load('@vitejs/plugin-react');

const target = { socketPath: settings.apiSocket, host: 'localhost', protocol: 'http:' };
const proxy = Object.fromEntries(
  settings.proxy.map((prefix) => [prefix, { target, changeOrigin: false, configure: answerPlainly }]),
);

const server = await createServer({
  configFile: false,
  envDir: false,
  root: settings.root,
  cacheDir: settings.cacheDir,
  clearScreen: false,
  css: { postcss: {} },
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    port: settings.port,
    strictPort: true,
    proxy,
    fs: { strict: true, allow: [settings.root] },
    // A judged app never changes: nothing to watch, no socket to keep.
    ...(settings.hot ? {} : { watch: null, hmr: false }),
  },
});
await server.listen();
process.stdout.write(`dev server at http://127.0.0.1:${settings.port}/\n`);

/** The API may end a connection in mid-answer (a reset while a request waits): a plain 502, no stack, no crash. */
function answerPlainly(proxyServer) {
  proxyServer.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response && !response.headersSent) {
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"unavailable","message":"The API did not answer."}}');
    } else response?.destroy?.();
  });
}
