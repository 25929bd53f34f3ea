// Waits until an app is really ready, from inside its pod, then prints one JSON line.
// Ready means: the page answers 200 and is not empty. With `whole` it is HTML, perhaps after redirects inside the product,
// and every script and style sheet of the product that it names answers 200 too: a product that still builds, or whose
// server is there before its files, is not ready. With `crawl` every module that the page imports answers, twice in a row
// with the same addresses. A dev server that meets a new package rebuilds and reloads every page: that must be over.
import { get } from 'node:http';

const { url, timeoutMs, crawl, whole, missingMs = 15_000 } = JSON.parse(process.argv[2]);
const deadline = Date.now() + timeoutMs;
const startedAt = Date.now();
let last = 'no answer';
let missingSince = Date.now();

while (Date.now() < deadline) {
  const page = whole ? await fetchPage(url) : await fetchText(url);
  if (page.status !== 200) last = page.error ?? `status ${page.status}`;
  else if (page.body.trim() === '') last = 'the page is empty';
  if (page.status === 200 && page.body.trim() !== '' && (!crawl || (await settled(page.body)))) {
    const missing = whole ? await whatIsMissing(page) : undefined;
    if (missing === undefined || isThereForGood(missing)) report(true);
    last = missing;
  }
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

/** A product may name a file that it never had: it is ready when it has said so for long enough. */
function isThereForGood(missing) {
  if (missing !== last) missingSince = Date.now();
  return /: status 4\d\d$/.test(missing) && Date.now() - missingSince > missingMs;
}

/** Follows redirects that stay inside the product. */
async function fetchPage(address) {
  let page = await fetchText(address);
  for (let hops = 0; hops < 5 && page.status >= 300 && page.status < 400; hops += 1) {
    const target = targetOf(page.location, address);
    if (target === null || target.origin !== new URL(url).origin) return page;
    address = target.href;
    page = await fetchText(address);
  }
  return { ...page, address };
}

function targetOf(location, address) {
  return location !== undefined && URL.canParse(location, address) ? new URL(location, address) : null;
}

/** The first thing that keeps a page from being whole. */
async function whatIsMissing({ type = '', body, address }) {
  if (!/^(text\/html|application\/xhtml)/i.test(type)) return `it answers with ${type || 'no type'}, not with a page`;
  const names = [
    ...[...body.matchAll(/<script\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)],
    ...[
      ...body.matchAll(
        /<link\b(?=[^>]*\brel\s*=\s*["']?stylesheet)[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi,
      ),
    ],
  ].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').replaceAll('&amp;', '&'));
  const files = new Set();
  for (const name of names) {
    const target = targetOf(name, address);
    // What others serve is not to be had in a pod.
    if (target !== null && target.origin === new URL(url).origin && files.size < 500) files.add(target.href);
  }
  for (const file of files) {
    const answer = await fetchText(file);
    if (answer.status !== 200) return `${new URL(file).pathname}: ${answer.error ?? `status ${answer.status}`}`;
  }
  return undefined;
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
      response.on('end', () => {
        const { 'content-type': type, location } = response.headers;
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString(), type, location });
      });
      response.on('error', (error) => resolve({ status: 0, body: '', error: error.message }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 10 s')));
    request.on('error', (error) => resolve({ status: 0, body: '', error: error.message }));
  });
}
