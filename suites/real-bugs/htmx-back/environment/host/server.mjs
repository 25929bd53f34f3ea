import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const HTMX = join(process.env.WORKSPACE ?? 'node_modules/htmx.org', 'dist/htmx.js');
const PAGE_SIZE = 2;

const catalogue = {
  lamps: {
    title: 'Lamps',
    items: [
      ['Brass reading lamp', 'Bends at the neck, with a green glass shade.'],
      ['Paper lantern', 'Folds flat, hangs from any hook.'],
      ['Clip-on work light', 'Holds on to shelves up to four centimetres thick.'],
      ['Ceramic bedside lamp', 'Has its switch in the foot.'],
    ],
  },
  chairs: {
    title: 'Chairs',
    items: [
      ['Oak kitchen chair', 'Solid, and heavier than it looks.'],
      ['Folding garden chair', 'Can stay out in the rain.'],
      ['Swivel desk chair', 'Turns without a sound.'],
      ['Rocking chair', 'Rocks on a runner of ash.'],
    ],
  },
};

const row = (section) => ([name], index) =>
  `<li>${name} <a href="/${section}?item=${index + 1}" hx-get="/${section}?item=${index + 1}" hx-target="main" hx-push-url="true" aria-label="Details of ${name}">Details</a></li>`;

const list = (section) => {
  const { title, items } = catalogue[section];
  return `<h1>${title}</h1><ul>${items.slice(0, PAGE_SIZE).map(row(section)).join('')}</ul>
<button hx-get="/${section}/more" hx-target="previous ul" hx-swap="beforeend" hx-on::after-request="this.remove()">Show more</button>`;
};

const details = (section, [name, text]) =>
  `<h1>${name}</h1><p>${text}</p><p><a href="/${section}">All ${section}</a></p>`;

const page = (title, main) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"><script src="/htmx.js"></script>
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:40rem}nav a{margin-right:1rem}li{margin:.5rem 0}</style></head>
<body><nav><a href="/lamps">Lamps</a> <a href="/chairs">Chairs</a></nav><main>${main}</main></body>
</html>`;

async function answer({ pathname, searchParams }, headers) {
  if (pathname === '/htmx.js') return { type: 'text/javascript', body: await readFile(HTMX) };
  const [, section, part] = pathname.split('/');
  if (!Object.hasOwn(catalogue, section)) return undefined;
  const { title, items } = catalogue[section];
  if (part === 'more') return { body: items.map(row(section)).slice(PAGE_SIZE).join('') };
  const item = items[Number(searchParams.get('item')) - 1];
  const main = item === undefined ? list(section) : details(section, item);
  const fragment = headers['hx-request'] === 'true' && headers['hx-history-restore-request'] !== 'true';
  return { body: fragment ? `<title>${item[0]}</title>${main}` : page(item?.[0] ?? title, main) };
}

createServer(async ({ url, headers }, response) => {
  const address = new URL(url, 'http://shop');
  if (address.pathname === '/') return response.writeHead(302, { location: '/lamps' }).end();
  const found = await answer(address, headers);
  if (found === undefined) return response.writeHead(404).end('There is no such page.');
  response.writeHead(200, { 'content-type': `${found.type ?? 'text/html'}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(found.body);
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
