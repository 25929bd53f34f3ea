import type { Act, Expectation, Target } from './act.ts';

/**
 * Puts in what "it", and "the card" without a name, were last said of in the same step. Undefined if "it" is nothing
 * that was named. A noun that nothing was called stays as it is: the only one on the page.
 */
export function resolveMentions(acts: readonly Act[]): Act[] | undefined {
  const mentioned: Target[] = [];
  let lacks = false;
  const resolve = (target: Target): Target => {
    const inner = target.within === undefined ? undefined : resolve(target.within);
    const within = inner === undefined ? {} : { within: inner };
    if (target.by.kind === 'it') {
      const last = mentioned.at(-1);
      lacks ||= last === undefined;
      return { ...(last ?? target), said: target.said, isMention: true };
    }
    const isBare = target.isDefinite === true && target.name === undefined && target.nth === undefined;
    const tells = inner === undefined ? isTold : hasName;
    const earlier = isBare ? mentioned.findLast((each) => tells(each) && isAlike(each, target)) : undefined;
    return earlier === undefined
      ? { ...target, ...within }
      : { ...earlier, ...within, said: target.said, isMention: true };
  };
  const mention = (target: Target): Target => {
    const found = resolve(target);
    const chain = [];
    for (let each: Target | undefined = found; each !== undefined; each = each.within) chain.unshift(each);
    mentioned.push(...chain);
    return found;
  };
  const resolved = acts.map((act) => mapTargets(act, mention));
  return lacks ? undefined : resolved;
}

const hasName = ({ name, of }: Target): boolean => (name ?? of) !== undefined;

/** Also the star on the card "A". */
const isTold = (target: Target): boolean => hasName(target) || (target.within !== undefined && isTold(target.within));

const isAlike = (one: Target, other: Target): boolean => JSON.stringify(one.by) === JSON.stringify(other.by);

function mapTargets(act: Act, map: (target: Target) => Target): Act {
  switch (act.do) {
    case 'click':
    case 'hover':
    case 'scroll-to':
    case 'fill':
    case 'tick':
    case 'choose':
      return { ...act, target: map(act.target) };
    case 'type':
      return act.target === undefined ? act : { ...act, target: map(act.target) };
    case 'drag':
      return { ...act, from: map(act.from), to: 'dx' in act.to ? act.to : map(act.to) };
    case 'wait-until':
    case 'expect':
      return { ...act, expectation: mapExpectation(act.expectation, map) };
    default:
      return act;
  }
}

function mapExpectation(expectation: Expectation, map: (target: Target) => Target): Expectation {
  if ('target' in expectation) return { ...expectation, target: map(expectation.target) };
  if (expectation.see === 'above')
    return { ...expectation, upper: map(expectation.upper), lower: map(expectation.lower) };
  return expectation;
}
