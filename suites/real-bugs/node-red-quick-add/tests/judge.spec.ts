import { CannotJudge, expect, type Locator, type Mouse, type Page, test } from 'bugsweep/judge';

const LONG = { timeout: 30_000 };
/** The list opens in the same breath as the mouse button is let go. */
const AT_ONCE = { timeout: 15_000 };
/** The editor is made of three megabytes of script, which a busy machine is slow to read. */
const OPEN = { timeout: 120_000 };

interface StoredNode {
  id: string;
  type: string;
  z?: string;
  wires?: string[][];
  in?: { wires: { id: string }[] }[];
  out?: { wires: { id: string; port: number }[] }[];
}
type OpenContext = () => Promise<Page>;

const canvas = (page: Page) => page.locator('#red-ui-workspace-chart');
const nodes = (page: Page) => canvas(page).locator('.red-ui-flow-node-group');
const wires = (page: Page) => canvas(page).locator('.red-ui-flow-link-line');
const node = (page: Page, name: string) => nodes(page).filter({ hasText: name });
/** What stands for a node and a wire that are not there yet. */
const outlines = (page: Page) => canvas(page).locator('.red-ui-flow-node-placeholder');
const looseWires = (page: Page) => canvas(page).locator('.red-ui-flow-drag-line');
const typeList = (page: Page) => page.locator('#red-ui-type-search');

/** The small squares that wires start from. */
const subflowInput = (page: Page) => canvas(page).locator('.red-ui-flow-subflow-port-input .red-ui-flow-port');
const subflowOutput = (page: Page, number: number) =>
  canvas(page)
    .locator('.red-ui-flow-subflow-port-output')
    .filter({ hasText: new RegExp(`output\\s*${number}`) })
    .locator('.red-ui-flow-port');
const nodeOutput = (page: Page, name: string, number = 1) =>
  node(page, name)
    .locator('.red-ui-flow-port-output .red-ui-flow-port')
    .nth(number - 1);

async function openFlow(page: Page, id: 'greenhouse' | 'thermostat', holds: string): Promise<void> {
  await page.goto(`/#flow/${id}`, { waitUntil: 'commit' });
  await expect(node(page, holds), 'the flow is shown').toBeVisible(OPEN);
  await expect(page.locator('#red-ui-loading-progress'), 'the veil of loading').toBeHidden(LONG);
}

const openThermostat = (page: Page) => openFlow(page, 'thermostat', 'Too warm?');
const openGreenhouse = (page: Page) => openFlow(page, 'greenhouse', 'Every evening');

/** Drags a wire from a port onto the empty canvas and lets go, as a rule while Ctrl is held. */
async function drop(
  page: Page,
  mouse: Mouse,
  port: Locator,
  { dx, dy, ctrl = true }: { dx: number; dy: number; ctrl?: boolean },
): Promise<void> {
  const { x, y } = await mouse.centre(port);
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.down();
  await page.mouse.move(x + Math.sign(dx) * 15, y + Math.sign(dy) * 4, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 15 });
  if (ctrl) await page.keyboard.down('Control');
  await page.mouse.move(x + dx + 2, y + dy + 2, { steps: 2 });
  await page.mouse.up();
}

/** Looks the type up in the list that has opened, and takes it. */
async function choose(page: Page, mouse: Mouse, type: string): Promise<void> {
  await expect(typeList(page), 'the list of node types').toBeVisible(AT_ONCE);
  await page.keyboard.up('Control');
  await expect(typeList(page), 'the list of node types once Ctrl is let go').toBeVisible();
  const search = typeList(page).getByRole('textbox');
  await mouse.click(search);
  await page.keyboard.type(type);
  const shown = typeList(page).locator('.red-ui-search-result').filter({ visible: true });
  await expect(shown.filter({ hasNotText: type }), 'entries that were not looked for').toHaveCount(0, LONG);
  const entry = shown.filter({ has: page.getByText(type, { exact: true }) });
  await expect(entry, `the entry "${type}"`).toBeVisible(LONG);
  await mouse.click(entry);
  await expect(typeList(page), 'the list of node types after the choice').toBeHidden(LONG);
}

/** Leaves the list that has opened without a choice. */
async function leave(page: Page, mouse: Mouse): Promise<void> {
  await expect(typeList(page), 'the list of node types').toBeVisible(AT_ONCE);
  await page.keyboard.up('Control');
  await mouse.click(typeList(page).getByRole('textbox'));
  await page.keyboard.press('Escape');
  await expect(typeList(page), 'the list of node types after Escape').toBeHidden(LONG);
}

/** What the editor has stored after Deploy, as a stranger's tab reads it. */
async function deploy(page: Page, mouse: Mouse, openContext: OpenContext): Promise<StoredNode[]> {
  const button = page.locator('#red-ui-header-button-deploy');
  await expect(button, 'Deploy has something to do').not.toHaveClass(/disabled/, LONG);
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/flows',
    LONG,
  );
  const [answer] = await Promise.all([answered, mouse.click(button)]);
  expect(answer.ok(), 'Deploy succeeds').toBe(true);
  return stored(openContext);
}

async function stored(openContext: OpenContext): Promise<StoredNode[]> {
  const page = await openContext();
  const answer = await page.goto('/flows');
  if (answer === null) throw new CannotJudge('flows', 'the stored flows cannot be read');
  return (await answer.json()) as StoredNode[];
}

const find = (flows: StoredNode[], id: string): StoredNode => {
  const found = flows.find((each) => each.id === id);
  expect(found, `the stored node ${id}`).toBeDefined();
  return found!;
};

/** The one node that was not in the flows before. */
function added(flows: StoredNode[], type: string): StoredNode {
  const known = ['greenhouse', 'thermostat', 'too-warm', 'measure', 'north', 'window', 'clock'];
  const fresh = flows.filter(({ id }) => !known.includes(id));
  expect(
    fresh.map((each) => each.type),
    'types of the stored nodes that are new',
  ).toEqual([type]);
  return fresh[0]!;
}

async function expectDrawn(page: Page, count: { nodes: number; wires: number }): Promise<void> {
  await expect(nodes(page), 'nodes on the canvas').toHaveCount(count.nodes, LONG);
  await expect(wires(page), 'wires on the canvas').toHaveCount(count.wires, LONG);
  await expect(outlines(page), 'outlines of nodes that are not there').toHaveCount(0, LONG);
  await expect(looseWires(page), 'wires that end nowhere').toHaveCount(0, LONG);
}

test('the editor opens and the mouse reaches its menu', { tag: '@control' }, async ({ page, mouse }) => {
  await openGreenhouse(page);
  await mouse.centre(page.locator('#red-ui-header-button-sidemenu'));
});

test("from a subflow's input, the list opens and the new node is wired to the input", { tag: '@target' }, async ({
  page,
  mouse,
  openContext,
}) => {
  await openThermostat(page);
  await expectDrawn(page, { nodes: 1, wires: 2 });
  await drop(page, mouse, subflowInput(page), { dx: 180, dy: 220 });
  await choose(page, mouse, 'debug');
  await expectDrawn(page, { nodes: 2, wires: 3 });
  const flows = await deploy(page, mouse, openContext);
  const debug = added(flows, 'debug');
  expect(debug.z, 'where the new node is stored').toBe('thermostat');
  const targets = find(flows, 'thermostat').in?.[0]?.wires.map(({ id }) => id);
  expect(targets?.sort(), 'what the input is wired to').toEqual([debug.id, 'too-warm'].sort());
});

test("from a subflow's output, the list opens and the new node is wired to the output", { tag: '@target' }, async ({
  page,
  mouse,
  openContext,
}) => {
  await openThermostat(page);
  await drop(page, mouse, subflowOutput(page, 2), { dx: -170, dy: 120 });
  await choose(page, mouse, 'change');
  await expectDrawn(page, { nodes: 2, wires: 3 });
  const flows = await deploy(page, mouse, openContext);
  const change = added(flows, 'change');
  const { out } = find(flows, 'thermostat');
  expect(out?.[1]?.wires, 'what output 2 is wired to').toEqual([{ id: change.id, port: 0 }]);
  expect(out?.[0]?.wires, 'what output 1 is wired to').toEqual([{ id: 'too-warm', port: 0 }]);
});

test("from a node that is wired to the subflow's input, the list opens and the new node is wired", {
  tag: '@target',
}, async ({ page, mouse, openContext }) => {
  await openThermostat(page);
  await drop(page, mouse, nodeOutput(page, 'Too warm?', 2), { dx: 60, dy: 180, ctrl: false });
  await choose(page, mouse, 'debug');
  await expectDrawn(page, { nodes: 2, wires: 3 });
  const flows = await deploy(page, mouse, openContext);
  const debug = added(flows, 'debug');
  expect(find(flows, 'too-warm').wires, 'what the node is wired to').toEqual([[], [debug.id]]);
});

test('inside a subflow, the list can be left with Escape, and neither outline nor loose wire stays', {
  tag: '@target',
}, async ({ page, mouse }) => {
  await openThermostat(page);
  await drop(page, mouse, subflowInput(page), { dx: 180, dy: 220 });
  await leave(page, mouse);
  await expectDrawn(page, { nodes: 1, wires: 2 });
});

test('on an ordinary flow, the list can be left with Escape, or the new node is wired', {
  tag: '@preservation',
}, async ({ page, mouse, openContext }) => {
  await openGreenhouse(page);
  await expectDrawn(page, { nodes: 4, wires: 2 });
  await drop(page, mouse, nodeOutput(page, 'Every evening'), { dx: 200, dy: 60 });
  await leave(page, mouse);
  await expectDrawn(page, { nodes: 4, wires: 2 });
  await drop(page, mouse, nodeOutput(page, 'Every evening'), { dx: 200, dy: 60 });
  await choose(page, mouse, 'debug');
  await expectDrawn(page, { nodes: 5, wires: 3 });
  const flows = await deploy(page, mouse, openContext);
  const debug = added(flows, 'debug');
  expect(find(flows, 'clock').wires, 'what the node is wired to').toEqual([[debug.id]]);
});

test("a wire drawn by hand from the subflow's output to a node is stored", { tag: '@preservation' }, async ({
  page,
  mouse,
  openContext,
}) => {
  await openThermostat(page);
  await mouse.drag(nodeOutput(page, 'Too warm?', 2), subflowOutput(page, 2));
  await expectDrawn(page, { nodes: 1, wires: 3 });
  const flows = await deploy(page, mouse, openContext);
  expect(find(flows, 'thermostat').out?.[1]?.wires, 'what output 2 is wired to').toEqual([{ id: 'too-warm', port: 1 }]);
});
