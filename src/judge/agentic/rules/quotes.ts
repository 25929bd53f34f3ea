/** The quoted texts of a step, taken out so that no word inside is read as one of ours. */
export interface Quotes {
  /** The step with «0», «1», … in their places. */
  masked: string;
  /** The text behind "«n»"; undefined for any other words. */
  textOf(words: string): string | undefined;
  /** As it was written. */
  restore(words: string): string;
}

const QUOTED = /"([^"]*)"|“([^”]*)”/g;

/** Undefined if a quotation does not end, or if the step holds our own marks. */
export function takeQuotes(step: string): Quotes | undefined {
  const texts: string[] = [];
  if (/[«»]/.test(step)) return undefined;
  const masked = step.replace(QUOTED, (_, straight?: string, curly?: string) => {
    texts.push(straight ?? curly ?? '');
    return `«${texts.length - 1}»`;
  });
  if (/["“”]/.test(masked)) return undefined;
  const at = (index: string) => texts[Number(index)] ?? '';
  return {
    masked,
    textOf: (words) => {
      const index = /^«(\d+)»$/.exec(words)?.[1];
      return index === undefined ? undefined : at(index);
    },
    restore: (words) => words.replace(/«(\d+)»/g, (_, index: string) => `"${at(index)}"`),
  };
}
