import type { Behavior, BehaviorTest, SetUp, SweeperSetUpItem, SweeperWorkflow } from '../../schema/index.ts';

/** Where the steps of SWEeper-Bench find the product. */
export const SWEEPER_PORT = 13_200;

/** A row's workflows as behavior tests: the steps' words stay as they are. */
export function behaviorOf(workflows: readonly SweeperWorkflow[]): Behavior {
  const ids = workflows.map(({ id }) => kebab(id));
  const areIds = ids.every((id, index) => id !== '' && ids.indexOf(id) === index);
  return {
    origin: `http://127.0.0.1:${SWEEPER_PORT}`,
    tests: workflows.map(
      ({ category, purpose, setup, viewport, steps }, index): BehaviorTest => ({
        id: areIds ? (ids[index] ?? category) : category,
        category,
        purpose,
        ...(setup == null || setup.length === 0 ? {} : { setup: setup.map(setUpOf) }),
        viewport,
        steps,
      }),
    ),
  };
}

function setUpOf(item: SweeperSetUpItem): SetUp {
  if (item === 'clear_localStorage' || 'clear_localStorage' in item) return { clearLocalStorage: true };
  const { key, value, ...others } = item.set_localStorage;
  const isOne = typeof key === 'string' && value !== undefined && Object.keys(others).length === 0;
  const items = isOne ? [[key, value] as const] : Object.entries(item.set_localStorage);
  return { setLocalStorage: Object.fromEntries(items.map(([name, each]) => [name, String(each)])) };
}

const kebab = (id: string): string =>
  id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '');
