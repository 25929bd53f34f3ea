/**
 * Plays a behavior test with a model. What a generated spec imports. Part of `judge`. Must not know of trials or of the
 * reference; has no key, and reaches the model by one socket.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import type { Behavior, BehaviorTest } from '../../../../schema/index.ts';
import { AnswerSheet, type Step } from '../../../agentic/answers/index.ts';
import type { AppAccess, PlayAnswer } from '../../protocol.ts';
import { CannotJudge, CheckFailed, noteEvidence, noteStep, noteSteps } from '../check-log.ts';
import { actTools } from './act-tools.ts';
import { askModel } from './ask-model.ts';
import { Desk } from './desk.ts';
import { keepInside } from './keep-inside.ts';
import { lookTools } from './look-tools.ts';
import { openModel } from './open-model.ts';
import { pageTools } from './page-tools.ts';
import { pageWords } from './page-words.ts';
import { systemPrompt, testPrompt } from './prompt.ts';
import { reportTools } from './report-tools.ts';
import { Screencast } from './screencast.ts';
import { type Bench, oneByOne } from './toolbox.ts';

export { contextFor } from '../context-for.ts';

/** Left to end the check by itself, before Playwright does. */
const RESERVE_MS = 30_000;
const MAX_ANSWERS = 150;
const MAX_TOKENS = 4_000_000;

/**
 * Lets a model play the steps of a test, and believes only what it has shown. Passes, or ends the check.
 * @throws CheckFailed, CannotJudge
 */
export async function verifySteps(
  page: Page,
  behavior: Omit<Behavior, 'tests'>,
  played: Pick<BehaviorTest, 'id' | 'purpose' | 'steps' | 'viewport'>,
  app: AppAccess,
): Promise<void> {
  const { steps } = played;
  const words = pageWords(app.url);
  const opened = await openModel(words.mark);
  await keepInside(page.context(), app);
  const sheet = new AnswerSheet(steps.length);
  const screencast = new Screencast();
  const desk = new Desk(page, (tab) => {
    if (app.trace === 'none') return;
    void screencast.follow(tab, () => ({ isShown: tab === desk.page, step: sheet.next }));
  });
  const ending = new AbortController();
  const info = test.info();
  const timeoutMs = Math.max(1_000, info.timeout - RESERVE_MS);
  const timer = setTimeout(() => ending.abort(TIME_IS_UP), timeoutMs);
  let given: { error: unknown } | undefined;
  const bench: Bench = {
    ...{ desk, sheet, words, steps, appUrl: app.url, places: behavior.places ?? {} },
    app: { conditions: behavior.conditions ?? {}, controlSocket: app.controlSocket },
    giveUp: (error) => {
      given ??= { error };
      ending.abort(GIVEN_UP);
    },
  };
  const tools = { ...lookTools(bench), ...actTools(bench), ...pageTools(bench), ...reportTools(bench) };
  let trouble: PlayAnswer['trouble'];
  try {
    const [system, prompt] = [systemPrompt(words.mark), testPrompt(played, behavior)];
    const common = { sheet, signal: ending.signal, tools: oneByOne(tools) };
    if (opened.kind === 'program') {
      // Loaded only here: our own loop needs no server of tools.
      const { playByProgram } = await import('./play-by-program.ts');
      const { toolsDir } = opened;
      trouble = await playByProgram({ ...common, timeoutMs, toolsDir, prompt: `${system}\n\n${prompt}` });
    } else {
      trouble = await askModel({
        ...{ ...common, model: opened.model, sdk: opened.sdk, system, prompt },
        ...{ maxAnswers: MAX_ANSWERS, maxTokens: MAX_TOKENS },
      });
    }
  } catch (error) {
    if (given === undefined && ending.signal.reason !== TIME_IS_UP) throw error;
    trouble = { code: 'model-budget', message: 'the model has come to no end in time' };
  } finally {
    clearTimeout(timer);
    await desk.leave();
    noteSteps(keep(sheet.steps, played.id, app.evidenceDir));
    const isKept = app.trace === 'all' || sheet.conclude().verdict !== 'pass';
    const shown = isKept ? screencast.keep(app.evidenceDir, played.id, steps) : undefined;
    if (shown !== undefined) noteEvidence(shown);
  }
  // Lost means are noted where they were lost.
  if (given !== undefined) throw given.error ?? new Error('the test was given up');
  conclude(sheet, trouble, steps);
}

const TIME_IS_UP = new Error('time is up');
const GIVEN_UP = new Error('given up');

function conclude(sheet: AnswerSheet, trouble: PlayAnswer['trouble'], steps: readonly string[]): void {
  const end = sheet.conclude();
  noteStep(`step ${end.n} (${(steps[end.n - 1] ?? '').replace(/^\s*\d+\.\s+/, '').slice(0, 200)})`);
  if (end.verdict === 'pass') return;
  if (end.verdict === 'fail') throw new CheckFailed(steps[end.n - 1] ?? '', end.seen);
  if (end.trouble === 'unanswered' && trouble !== undefined) throw new CannotJudge(trouble.code, trouble.message);
  throw new CannotJudge(end.trouble, end.seen);
}

/** Writes what the answers rest on. */
function keep(steps: readonly Step[], id: string, dir: string) {
  return steps.map(({ look, ...step }) => {
    if (look === undefined) return step;
    const evidence = `${id.slice(0, 60)}-step-${step.n}.${look.kind === 'snapshot' ? 'txt' : 'png'}`;
    writeFileSync(join(dir, evidence), look.kind === 'snapshot' ? look.text : look.png);
    return { ...step, evidence };
  });
}
