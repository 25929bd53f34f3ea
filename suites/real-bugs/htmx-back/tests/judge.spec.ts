import { expect, type Mouse, type Page, test } from 'bugsweep/judge';

const LONG = { timeout: 20_000 };

const LAMPS = ['Brass reading lamp', 'Paper lantern', 'Clip-on work light', 'Ceramic bedside lamp'];
const CHAIRS = ['Oak kitchen chair', 'Folding garden chair', 'Swivel desk chair', 'Rocking chair'];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** The page shows the list, and the address bar agrees. */
async function expectList(page: Page, section: 'Lamps' | 'Chairs', names: readonly string[], when: string) {
  await expect(page, `the address ${when}`).toHaveURL(`/${section.toLowerCase()}`, LONG);
  await expect(heading(page), `the heading ${when}`).toHaveText(section, LONG);
  await expect(rows(page), `the rows ${when}`).toHaveText(
    names.map((name) => new RegExp(name)),
    LONG,
  );
}

async function expectDetails(page: Page, section: 'Lamps' | 'Chairs', name: string, when: string) {
  const item = (section === 'Lamps' ? LAMPS : CHAIRS).indexOf(name) + 1;
  await expect(page, `the address ${when}`).toHaveURL(`/${section.toLowerCase()}?item=${item}`, LONG);
  await expect(heading(page), `the heading ${when}`).toHaveText(name, LONG);
  await expect(rows(page), `no rows ${when}`).toHaveCount(0, LONG);
}

async function open(page: Page): Promise<void> {
  await page.goto('/lamps');
  await expectList(page, 'Lamps', LAMPS.slice(0, 2), 'of a new visit');
}

async function showMore(page: Page, mouse: Mouse, section: 'Lamps' | 'Chairs'): Promise<void> {
  await mouse.click(page.getByRole('button', { name: 'Show more' }));
  await expectList(page, section, section === 'Lamps' ? LAMPS : CHAIRS, 'after Show more');
}

async function showDetails(page: Page, mouse: Mouse, section: 'Lamps' | 'Chairs', name: string): Promise<void> {
  await mouse.click(page.getByRole('link', { name: `Details of ${name}` }));
  await expectDetails(page, section, name, 'after Details');
}

async function goTo(page: Page, mouse: Mouse, section: 'Lamps' | 'Chairs'): Promise<void> {
  await mouse.click(page.getByRole('navigation').getByRole('link', { name: section }));
  await expectList(page, section, (section === 'Lamps' ? LAMPS : CHAIRS).slice(0, 2), 'after the link to it');
  await ready(page);
}

/** The browser's own Back and Forward: nothing to wait for but what the page shows then. */
const back = (page: Page) => page.goBack({ waitUntil: 'commit' });
const forward = (page: Page) => page.goForward({ waitUntil: 'commit' });

/** A page that was loaded whole has run its scripts. */
const ready = (page: Page) => page.waitForLoadState('load');

test('the shop answers and the mouse reaches its navigation', { tag: '@control' }, async ({ page, mouse }) => {
  await open(page);
  await mouse.centre(page.getByRole('link', { name: 'Chairs' }));
});

test('on the second page of the visit, Back shows the longer list', { tag: '@target' }, async ({ page, mouse }) => {
  await open(page);
  await showMore(page, mouse, 'Lamps');
  await showDetails(page, mouse, 'Lamps', 'Paper lantern');
  await back(page);
  await expectList(page, 'Lamps', LAMPS, 'after Back on the first page');
  await showDetails(page, mouse, 'Lamps', 'Clip-on work light');
  await goTo(page, mouse, 'Chairs');
  await showMore(page, mouse, 'Chairs');
  await showDetails(page, mouse, 'Chairs', 'Rocking chair');
  await back(page);
  await expectList(page, 'Chairs', CHAIRS, 'after Back on the second page');
});

test('a page that is visited again comes back as it was left the last time', { tag: '@target' }, async ({
  page,
  mouse,
}) => {
  await open(page);
  await showDetails(page, mouse, 'Lamps', 'Brass reading lamp');
  await goTo(page, mouse, 'Chairs');
  await showDetails(page, mouse, 'Chairs', 'Oak kitchen chair');
  await goTo(page, mouse, 'Lamps');
  await showMore(page, mouse, 'Lamps');
  await showDetails(page, mouse, 'Lamps', 'Ceramic bedside lamp');
  await back(page);
  await expectList(page, 'Lamps', LAMPS, 'after Back on the third page');
});

test('Back and Forward over both pages show at each address what belongs there', { tag: '@target' }, async ({
  page,
  mouse,
}) => {
  await open(page);
  await showDetails(page, mouse, 'Lamps', 'Paper lantern');
  await goTo(page, mouse, 'Chairs');
  await showDetails(page, mouse, 'Chairs', 'Folding garden chair');
  await back(page);
  await expectList(page, 'Chairs', CHAIRS.slice(0, 2), 'after one Back');
  await back(page);
  await expectDetails(page, 'Lamps', 'Paper lantern', 'after two Backs');
  await ready(page);
  await back(page);
  await expectList(page, 'Lamps', LAMPS.slice(0, 2), 'after three Backs');
  await forward(page);
  await expectDetails(page, 'Lamps', 'Paper lantern', 'after three Backs and a Forward');
});

test('on the first page of the visit, Back and Forward show each page as it was left', {
  tag: '@preservation',
}, async ({ page, mouse }) => {
  await open(page);
  await showMore(page, mouse, 'Lamps');
  await showDetails(page, mouse, 'Lamps', 'Ceramic bedside lamp');
  await back(page);
  await expectList(page, 'Lamps', LAMPS, 'after Back');
  await forward(page);
  await expectDetails(page, 'Lamps', 'Ceramic bedside lamp', 'after Forward');
  await back(page);
  await expectList(page, 'Lamps', LAMPS, 'after Back again');
  await showDetails(page, mouse, 'Lamps', 'Paper lantern');
});

test('back from the second page, the first page is as it was left', { tag: '@preservation' }, async ({
  page,
  mouse,
}) => {
  await open(page);
  await showMore(page, mouse, 'Lamps');
  await showDetails(page, mouse, 'Lamps', 'Clip-on work light');
  await goTo(page, mouse, 'Chairs');
  await back(page);
  await expectDetails(page, 'Lamps', 'Clip-on work light', 'after one Back');
  await ready(page);
  await back(page);
  await expectList(page, 'Lamps', LAMPS, 'after two Backs');
});

test('after a reload of the details, Back shows the list of that address', { tag: '@preservation' }, async ({
  page,
  mouse,
}) => {
  await open(page);
  await showMore(page, mouse, 'Lamps');
  await showDetails(page, mouse, 'Lamps', 'Paper lantern');
  await page.reload();
  await expectDetails(page, 'Lamps', 'Paper lantern', 'after a reload');
  await back(page);
  await expectList(page, 'Lamps', LAMPS, 'after a reload and Back');
  await forward(page);
  await expectDetails(page, 'Lamps', 'Paper lantern', 'after a reload, Back and Forward');
});
