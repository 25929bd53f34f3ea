import type { StepResult, Verdict } from '../../../schema/index.ts';
import { holds } from './holds.ts';

/** Something that the model was shown of the page. */
export type Look = { kind: 'snapshot'; text: string } | { kind: 'screenshot'; png: Buffer };

export interface Step extends StepResult {
  /** What the answer rests on; none for a step that is uncertain, or was not played. */
  look: Look | undefined;
}

export interface StepAnswer {
  n: number;
  verdict: Verdict;
  seen: string;
  /** Words of a snapshot. */
  quote?: string | undefined;
}

export interface FinalAnswer {
  verdict: Verdict;
  reason: string;
  /** Why the state that the test begins with could not be made; empty or absent if it could. */
  setupProblem?: string | undefined;
}

/** How a test came out. `trouble` says why there is no verdict of the product. */
export type Conclusion = { seen: string; n: number } & (
  | { verdict: 'pass' }
  | { verdict: 'fail' }
  | {
      verdict: 'uncertain';
      trouble: 'set-up-problem' | 'verifier-uncertain' | 'no-evidence' | 'inconsistent' | 'unanswered';
    }
);

/** What the model said cannot be taken; the message says what is wanted instead. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
}

const MAX_SEEN_CHARS = 1_000;
const MAX_QUOTE_CHARS = 500;
/** Between two steps. */
const MAX_LOOKS = 40;

/** What a model has answered so far. Nothing is believed that was not seen since its step began. */
export class AnswerSheet {
  private readonly answered: Step[] = [];
  private looks: Look[] = [];
  private final: FinalAnswer | undefined;
  /** The latest answer that was refused and has not been made good. */
  private refusal: { trouble: 'no-evidence' | 'inconsistent'; message: string } | undefined;

  constructor(private readonly count: number) {}

  get steps(): readonly Step[] {
    return this.answered;
  }

  get isFinished(): boolean {
    return this.final !== undefined;
  }

  /** Number of the step that is to be answered next. */
  get next(): number {
    return this.answered.length + 1;
  }

  saw(look: Look): void {
    // One picture is as good as many, and takes more room than all texts.
    if (look.kind === 'screenshot') this.looks = this.looks.filter(({ kind }) => kind !== 'screenshot');
    this.looks = [...this.looks, look].slice(-MAX_LOOKS);
  }

  /** @throws AnswerRefused */
  report({ n, verdict, seen, quote = '' }: StepAnswer): void {
    if (this.isFinished) this.refuse('inconsistent', 'the test is finished');
    if (this.isDecided)
      this.refuse('inconsistent', `step ${this.answered.length} has failed, which decides the test: finish now`);
    if (n !== this.next || n > this.count) {
      this.refuse(
        'inconsistent',
        this.next > this.count ? 'all steps are answered: finish now' : `answer step ${this.next} next`,
      );
    }
    const look = this.supporting(verdict, quote);
    this.refusal = undefined;
    this.answered.push({
      ...{ n, verdict, seen: seen.slice(0, MAX_SEEN_CHARS), look },
      ...(quote === '' ? {} : { quote: quote.slice(0, MAX_QUOTE_CHARS) }),
    });
    this.looks = [];
  }

  /** @throws AnswerRefused */
  finish(answer: FinalAnswer): void {
    if (this.isFinished) this.refuse('inconsistent', 'the test is finished');
    const problem = answer.setupProblem?.trim() ?? '';
    const follows = this.verdictOfSteps;
    if (problem !== '' && answer.verdict !== 'uncertain') {
      this.refuse('inconsistent', 'with a setupProblem the verdict is uncertain: the product has not been judged');
    }
    if (problem === '' && this.next <= this.count && !this.isDecided && answer.verdict !== 'uncertain') {
      this.refuse('inconsistent', `step ${this.next} is not answered`);
    }
    if (problem === '' && answer.verdict !== follows) {
      this.refuse('inconsistent', `from the answers to the steps follows ${follows}, not ${answer.verdict}`);
    }
    this.refusal = undefined;
    this.final = { ...answer, setupProblem: problem.slice(0, MAX_SEEN_CHARS) };
  }

  /** How the test came out, whether or not the model has come to an end. */
  conclude(): Conclusion {
    const failed = this.answered.find(({ verdict }) => verdict === 'fail');
    const unclear = this.answered.find(({ verdict }) => verdict === 'uncertain');
    const at = { n: failed?.n ?? unclear?.n ?? Math.min(this.next, this.count) };
    const { final, refusal } = this;
    const reason = final?.reason.slice(0, MAX_SEEN_CHARS) ?? '';
    if (final === undefined) {
      const seen = refusal?.message ?? 'the model came to no end';
      return { ...at, verdict: 'uncertain', seen, trouble: refusal?.trouble ?? 'unanswered' };
    }
    if (final.setupProblem) {
      return { ...at, verdict: 'uncertain', seen: `set-up problem: ${final.setupProblem}`, trouble: 'set-up-problem' };
    }
    switch (final.verdict) {
      case 'pass':
        return { ...at, verdict: 'pass', seen: reason };
      case 'fail':
        return { ...at, verdict: 'fail', seen: failed?.seen || reason };
      case 'uncertain':
        return { ...at, verdict: 'uncertain', seen: unclear?.seen || reason, trouble: 'verifier-uncertain' };
    }
  }

  /** Once a step has failed, the rest of the test says nothing. */
  private get isDecided(): boolean {
    return this.answered.some(({ verdict }) => verdict === 'fail');
  }

  private get verdictOfSteps(): Verdict {
    if (this.isDecided) return 'fail';
    return this.answered.length < this.count || this.answered.some(({ verdict }) => verdict === 'uncertain')
      ? 'uncertain'
      : 'pass';
  }

  private supporting(verdict: Verdict, quote: string): Look | undefined {
    if (quote.trim() !== '') {
      const look = this.looks.findLast((each) => each.kind === 'snapshot' && holds(each.text, quote));
      if (look !== undefined || verdict === 'uncertain') return look;
      this.refuse(
        'no-evidence',
        'no snapshot taken since this step began holds that quote: take one and quote its words exactly, or leave the quote out and rest on a screenshot',
      );
    }
    const picture = this.looks.findLast(({ kind }) => kind === 'screenshot');
    if (picture !== undefined || verdict === 'uncertain') return picture;
    // What is missing cannot be quoted: the snapshot that lacks it is shown.
    const snapshot = this.looks.at(-1);
    if (verdict === 'fail' && snapshot !== undefined) return snapshot;
    this.refuse(
      'no-evidence',
      'nothing shows it: take a snapshot and quote words of it that prove what you say, or take a screenshot',
    );
  }

  private refuse(trouble: 'no-evidence' | 'inconsistent', message: string): never {
    // What follows from a lack of evidence is not what was wrong.
    if (this.refusal?.trouble !== 'no-evidence') this.refusal = { trouble, message };
    throw new AnswerRefused(message);
  }
}
