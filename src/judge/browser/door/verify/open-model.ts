import { test } from '@playwright/test';
import { type LanguageModel, wrapLanguageModel } from 'ai';
import { languageModel, wholeAnswers } from '../../../../language-model/index.ts';
import type { SdkProvider } from '../../../../schema/index.ts';
import { groupOfSpec, type ModelAnswer } from '../../protocol.ts';
import { CannotJudge } from '../check-log.ts';
import { callHost } from '../host-client.ts';
import { withCassettes } from './with-cassettes.ts';

/** Far more than a model can write in one answer. */
const MAX_ANSWER_BYTES = 4 << 20;

/** Who plays: our own loop with a model, or a program that is given the tools. */
export type Opened = { kind: 'model'; model: LanguageModel; sdk: SdkProvider } | { kind: 'program'; toolsDir: string };

/**
 * The check's own way to its model. The socket's other end has the key and counts; without a socket only recorded answers
 * are given. @throws CannotJudge
 */
export async function openModel(mark: string): Promise<Opened> {
  const answer = await callHost<ModelAnswer>(`/groups/${groupOfSpec(test.info().file)}/model`, {});
  if (answer.kind === 'trouble') throw new CannotJudge(answer.code, answer.message);
  const { sdk, model: name, socketPath, cassettes, toolsDir } = answer;
  if (toolsDir !== null) return { kind: 'program', toolsDir };
  const connection = { maxAnswerBytes: MAX_ANSWER_BYTES, ...(socketPath === null ? {} : { socketPath }) };
  const model = languageModel(sdk, name, 'http://model', connection);
  const middleware = [
    ...(cassettes === null ? [] : [withCassettes(cassettes, { sdk, model: name, mark })]),
    wholeAnswers(() => undefined),
  ];
  return { kind: 'model', sdk, model: wrapLanguageModel({ model, middleware }) };
}
