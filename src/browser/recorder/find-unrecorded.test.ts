import { expect, it } from 'vitest';
import { findUnrecorded } from './find-unrecorded.ts';

const process = (pid: number, parent: number, line: string) => ({ pid, parent, argv: line.split(' ') });
const CHROMIUM = '/usr/lib/chromium/chromium';

it('knows a browser by its name, or by its children whatever it is called', () => {
  const processes = [
    process(1, 0, 'sh -c wait'),
    process(10, 2, `${CHROMIUM} --headless`),
    process(11, 10, `${CHROMIUM} --type=zygote`),
    process(12, 11, `${CHROMIUM} --type=renderer`),
    process(20, 2, '/tmp/innocent --headless'),
    process(21, 20, '/tmp/innocent --type=gpu-process'),
    process(30, 2, '/usr/bin/firefox-esr http://127.0.0.1:3000'),
    process(31, 30, '/usr/lib/firefox-esr/firefox-esr -contentproc'),
    { pid: 40, parent: 2, argv: [`${CHROMIUM} --user-data-dir=/tmp/x`] },
    { pid: 41, parent: 40, argv: [`${CHROMIUM} --type=renderer`] },
  ];
  expect(findUnrecorded(processes).map(({ pid }) => pid)).toEqual([10, 20, 30, 40]);
});

it('leaves those that were recorded, and what only sounds like one', () => {
  const processes = [
    process(10, 2, `${CHROMIUM} --headless --bugsweep-recorded=3`),
    process(11, 10, `${CHROMIUM} --type=zygote`),
    process(13, 10, '/usr/lib/chromium/chrome_crashpad_handler --monitor-self'),
    process(14, 99, `${CHROMIUM} --type=renderer`),
    process(20, 2, 'node chromium-test.js'),
    process(21, 2, '/usr/bin/chromedriver --port=9515'),
    process(23, 2, 'chrome-devtools-mcp   '),
    { pid: 22, parent: 2, argv: [] },
    // A Chromium that has set its title: one word.
    { pid: 40, parent: 2, argv: [`${CHROMIUM} --user-data-dir=/tmp/x --bugsweep-recorded=0`] },
    process(41, 40, `${CHROMIUM} --type=zygote`),
  ];
  expect(findUnrecorded(processes)).toEqual([]);
});
