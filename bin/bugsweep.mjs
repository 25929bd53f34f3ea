#!/usr/bin/env node
// Says what is missing before anything is imported; in words that an old Node can still parse.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`bugsweep needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(2);
}

const program = new URL('../dist/cli.mjs', import.meta.url).href;
import(program).catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist/cli.mjs')) throw error;
  console.error('bugsweep is not built here: type `npm run build` in its folder first.');
  process.exit(2);
});
