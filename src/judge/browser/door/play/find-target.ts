import type { Locator, Page } from '@playwright/test';
import type { Place } from '../../../../schema/index.ts';
import type { Target } from '../../../agentic/rules/index.ts';

type Scope = Page | Locator;
type Role = Parameters<Page['getByRole']>[0];

/** What a user can press, choose or fill in. */
const CONTROLS: readonly Role[] = [
  ...(['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemcheckbox', 'option'] as const),
  ...(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider'] as const),
];

/** One word of ours for what a user does not tell apart. */
const SYNONYMS: Readonly<Partial<Record<string, readonly Role[]>>> = {
  textbox: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  checkbox: ['checkbox', 'switch', 'menuitemcheckbox'],
  listbox: ['listbox', 'combobox'],
  status: ['status', 'alert', 'log'],
};

/** Parts of a page that are known by what is written in them. */
const PARTS: ReadonlySet<string> = new Set([
  ...['list', 'listitem', 'table', 'row', 'cell', 'region', 'article', 'dialog', 'menu', 'navigation', 'banner'],
  ...['alert', 'status'],
]);

export const isPart = (role: string): boolean => PARTS.has(role);

/** All visible elements in `scope` that a target may mean, whatever it is said to lie in. */
export function findTarget(page: Page, scope: Page | Locator, target: Target): Locator {
  const { of: owner } = target;
  const named = owner === undefined ? target : { ...target, name: owner };
  const inOwner = owner === undefined ? [] : [all(page, partsWith(page, scope, owner), target)];
  const found = either([all(page, scope, named), ...inOwner]).filter({ visible: true });
  if (target.nth === undefined) return found;
  return target.nth === -1 ? found.last() : found.nth(target.nth - 1);
}

function all(page: Page, scope: Scope, { by, name }: Target): Locator {
  switch (by.kind) {
    case 'text':
      return scope.getByText(name ?? '');
    case 'part':
      return partsWith(page, scope, name ?? '');
    case 'control':
      return either([
        ...CONTROLS.map((role) => scope.getByRole(role, { name: name ?? '', exact: true })),
        // What a reader of the screen is told may be longer than what is written on it.
        ...(['button', 'link'] as const).map((role) => scope.getByRole(role).filter({ hasText: whole(name ?? '') })),
      ]);
    case 'role':
      return either((SYNONYMS[by.role] ?? [by.role as Role]).map((role) => ofRole(page, scope, role, name)));
    case 'it':
      throw new Error('nobody has said what it is');
    case 'place': {
      const { place } = by;
      if ('path' in place) throw new Error('a path is no place on a page');
      const found = findPlace(scope, place);
      return name === undefined ? found : holding(page, found, name);
    }
  }
}

/** All elements of a place, visible or not. */
export function findPlace(scope: Scope, place: Exclude<Place, { path: string }>): Locator {
  if ('css' in place) return scope.locator(place.css);
  if ('label' in place) return scope.getByLabel(place.label, { exact: true });
  if ('text' in place) return scope.getByText(place.text, { exact: true });
  return scope.getByRole(place.role as Role, place.name === undefined ? {} : { name: place.name, exact: true });
}

function ofRole(page: Page, scope: Scope, role: Role, name: string | undefined): Locator {
  if (name === undefined) return scope.getByRole(role);
  const named = scope.getByRole(role, { name, exact: true });
  const unnamed = scope.getByRole(role);
  return named.or(PARTS.has(role) ? holding(page, unnamed, name) : unnamed.filter({ hasText: whole(name) }));
}

/** Parts that are called so, or hold this text as an element of its own: the innermost of those that lie in each other. */
function partsWith(page: Page, scope: Scope, text: string): Locator {
  const of = (where: Scope) =>
    either(
      [...PARTS].flatMap((role) => {
        const each = where.getByRole(role as Role);
        return [where.getByRole(role as Role, { name: text, exact: true }), holding(page, each, text)];
      }),
    );
  return of(scope).filter({ hasNot: of(page) });
}

/** Those that hold an element with exactly this text. */
const holding = (page: Page, found: Locator, text: string): Locator =>
  found.filter({ has: page.getByText(text, { exact: true }) });

const whole = (text: string): RegExp =>
  new RegExp(
    `^\\s*${text
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')}\\s*$`,
  );

function either(locators: readonly Locator[]): Locator {
  const [first, ...rest] = locators;
  if (first === undefined) throw new Error('nothing to look for');
  return rest.reduce((found, each) => found.or(each), first);
}
