// Waits until an app is really ready, from inside its pod, then prints one JSON line.
// Ready means: the page answers 200 with HTML, and (with crawl) every module it imports answers too, twice in a row
// with the same addresses. A dev server that meets a new package rebuilds and reloads every page: that must be over.
import { get } from 'node:http';

const { url, timeoutMs, crawl } = JSON.parse(process.argv[2]);
const deadline = Date.now() + timeoutMs;
const startedAt = Date.now();
let last = 'no answer';

while (Date.now() < deadline) {
  const page = await fetchText(url);
  if (page.status === 200 && page.body.trim() !== '' && (!crawl || (await settled(page.body)))) report(true);
  last = page.error ?? `status ${page.status}`;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
report(false);

function report(ready) {
  process.stdout.write(`${JSON.stringify({ ready, waitedMs: Date.now() - startedAt, last: ready ? 'ok' : last })}\n`);
  process.exit(0);
}

async function settled(html) {
  let before = await crawlModules(html);
  while (Date.now() < deadline) {
    const after = await crawlModules(html);
    if (after === before) return true;
    before = after;
  }
  return false;
}

/** Addresses of all modules reachable from the page, as one text. */
async function crawlModules(html) {
  const seen = new Set();
  let pending = [...importsOf(html), ...scriptsOf(html)];
  while (pending.length > 0 && seen.size < 3000) {
    const fresh = [...new Set(pending)].filter((path) => !seen.has(path));
    for (const path of fresh) seen.add(path);
    const texts = await Promise.all(fresh.map((path) => fetchText(new URL(path, url).href)));
    pending = texts.flatMap((text, index) =>
      importsOf(text.body).map((path) => new URL(path, new URL(fresh[index], url)).pathname + queryOf(path)),
    );
  }
  return [...seen].sort().join('\n');
}

function queryOf(path) {
  return path.includes('?') ? path.slice(path.indexOf('?')) : '';
}

function importsOf(text) {
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\/[^"']+|\.{1,2}\/[^"']+)["']/g);
  return [...found].map((match) => match[1]).filter((path) => !path.startsWith('//'));
}

function scriptsOf(html) {
  return [...html.matchAll(/<script[^>]+src="(\/[^"]+)"/g)].map((match) => match[1]);
}

function fetchText(address) {
  return new Promise((resolve) => {
    const request = get(address, { headers: { accept: '*/*' }, timeout: 10_000 }, (response) => {
      const chunks = [];
      let size = 0;
      response.on('data', (chunk) => {
        size += chunk.length;
        if (size > 30_000_000) request.destroy(new Error('answer too large'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }));
      response.on('error', (error) => resolve({ status: 0, body: '', error: error.message }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 10 s')));
    request.on('error', (error) => resolve({ status: 0, body: '', error: error.message }));
  });
}
