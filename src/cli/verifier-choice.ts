import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { providerOf } from '../agent/index.ts';
import { UserError } from '../errors.ts';
import { modelVerifier, type Player, type Verifier } from '../judge/index.ts';
import {
  findProvider,
  isRehearsed,
  type Route,
  rateGate,
  routeOf,
  spendMeter,
  withListPrices,
} from '../model/index.ts';
import { type VerifierChoice, verifierDrivers } from '../schema/index.ts';
import { type ModelDesk, programPlayer } from '../trial/index.ts';
import { addOwnSpendingFlags, readSpending, type SpendingFlags } from './spending-flags.ts';

export interface VerifierFlags extends Pick<SpendingFlags, 'maxCost' | 'maxTokens' | 'prices'> {
  driver: VerifierChoice['driver'];
  model?: string;
  record?: string;
  cassettes?: string;
}

export interface ChosenVerifier {
  named: string;
  verifier: Verifier;
}

/** @throws UserError `no-provider`, `no-rehearsal` */
function routeTo(model: string): Route {
  const route = routeOf(model);
  if (!isRehearsed(route.model)) return route;
  throw new UserError(
    'no-rehearsal',
    'the scripted model of rehearsals plays agents, and no tests',
    'without a key, play the tests by rules, or give recorded answers with --cassettes',
  );
}

/** A program that plays in place of our own loop. @throws UserError `no-provider`, `not-installed` */
function playerOf(driver: VerifierChoice['driver'], { provider, model }: Route): Player | null {
  if (driver === 'rules' || driver === 'model') return null;
  if (plays(driver, provider)) return programPlayer(driver, model);
  const whose = providerOf(driver);
  throw new UserError('no-provider', `${driver} asks models of ${whose} only`, `name one: --model ${whose}/…`);
}

const plays = (driver: VerifierChoice['driver'], provider: string): boolean => providerOf(driver) === provider;

/** The verifier of a run, which spends with the run's agents. @throws UserError as `chosenVerifier` */
export function verifierOf(
  { driver, model }: VerifierChoice,
  { prices, meter, look, gateTo }: Pick<ModelDesk, 'prices' | 'meter' | 'look' | 'gateTo'>,
): ChosenVerifier | undefined {
  if (driver === 'rules' || model === null) return undefined;
  const route = routeTo(model);
  const provider = findProvider(route.provider, process.env);
  const player = playerOf(driver, route);
  const parts = { route, provider, player, cassettes: null, cap: {}, prices, parent: meter, onCap: look };
  return { named: model, verifier: modelVerifier({ ...parts, gate: gateTo(provider.baseUrl) }) };
}

/** What the flags of a run say of its verifier. @throws UserError `no-model`, `no-provider`, `no-key` */
export function readVerifier(driver: VerifierChoice['driver'], model: string | undefined, cwd: string): VerifierChoice {
  chosenVerifier({ driver, ...(model === undefined ? {} : { model }) }, cwd);
  return { driver, model: model ?? null };
}

/** For a command that has agents, or patches, with other models. */
export const addRunVerifierFlags = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--verifier <driver>',
        'who plays the tests of tasks that are judged by behavior tests: rules, a model, or a program with its model',
      )
        .choices(verifierDrivers)
        .default('rules'),
    )
    .option('--verifier-model <model>', 'the model of --verifier, such as openai/gpt-5-mini');

/** Undefined for the rules, which ask no model. @throws UserError `no-model`, `no-provider`, `no-key`, `no-price` */
export function chosenVerifier(flags: VerifierFlags, cwd: string): ChosenVerifier | undefined {
  const { driver, model, record, cassettes: replayed, ...bounds } = flags;
  if (driver === 'rules') {
    if (model !== undefined)
      throw new UserError('no-model', 'the rules ask no model', 'leave --model out, or add --driver model');
    if (record !== undefined || replayed !== undefined) {
      throw new UserError('no-model', 'the rules ask no model', 'leave --record and --cassettes out');
    }
    readSpending({ maxRunCost: bounds.maxCost, maxRunTokens: bounds.maxTokens }, [], cwd);
    return undefined;
  }
  if (model === undefined) {
    throw new UserError(
      'no-model',
      `the driver "${driver}" needs a model`,
      'name one: --model openai/gpt-5-mini, anthropic/…, google/…, openai-compatible/…',
    );
  }
  const route = routeTo(model);
  const player = playerOf(driver, route);
  if (player !== null && (record ?? replayed) !== undefined) {
    throw new UserError('bad-cassettes', `answers to ${driver} are not recorded`, 'take --driver model for that');
  }
  const cassettes = boxOf(record, replayed, cwd);
  const provider = cassettes?.records === false ? null : findProvider(route.provider, process.env);
  const { maxCost, maxTokens, prices: file } = bounds;
  const { run, prices } = readSpending(
    { maxRunCost: maxCost, maxRunTokens: maxTokens, prices: file },
    [route.model],
    cwd,
  );
  const verifier = modelVerifier({
    ...{ route, provider, player, cassettes, cap: {}, gate: rateGate(), prices: withListPrices(prices) },
    parent: spendMeter(run, { what: 'this command' }),
  });
  return { named: model, verifier };
}

/** @throws UserError `bad-cassettes` */
function boxOf(record: string | undefined, replayed: string | undefined, cwd: string): Verifier['cassettes'] {
  if (record !== undefined && replayed !== undefined) {
    throw new UserError('bad-cassettes', '--record asks the model and --cassettes does not', 'leave one of them out');
  }
  const given = record ?? replayed;
  if (given === undefined) return null;
  const dir = resolve(cwd, given);
  if (record !== undefined) mkdirSync(dir, { recursive: true });
  else if (!existsSync(dir)) {
    throw new UserError(
      'bad-cassettes',
      `there are no recorded answers in ${given}`,
      'make some first: --record <dir>',
    );
  }
  return { dir, records: record !== undefined };
}

export const addVerifierFlags = (command: Command): Command =>
  addModelFlags(
    command
      .addOption(
        new Option(
          '--driver <driver>',
          'who plays the tests: rules, which need no model; a model; or a program with its model',
        )
          .choices(verifierDrivers)
          .default('rules'),
      )
      .option('--model <model>', 'the model of --driver, such as openai/gpt-5-mini'),
  );

export const addModelFlags = (command: Command): Command =>
  addOwnSpendingFlags(
    command
      .option('--record <dir>', 'keep the answers of the model here, and give again what is there already')
      .option('--cassettes <dir>', 'give the recorded answers of this folder, and ask nobody; no key is needed'),
  );

export interface DriverChoice {
  driver: VerifierFlags['driver'];
  verifier: ChosenVerifier | undefined;
}

/** Every driver with every model of its own; the rules where none is named. @throws UserError as `chosenVerifier` */
export function chosenVerifiers(
  {
    driver: named,
    model: models,
    ...flags
  }: Omit<VerifierFlags, 'driver' | 'model'> & {
    driver: readonly VerifierFlags['driver'][];
    model: readonly string[];
  },
  cwd: string,
): DriverChoice[] {
  const all = named.length > 0 ? named : (['rules'] as const);
  return all.flatMap((driver): DriverChoice[] => {
    // What is said of models is not for the rules, where both play.
    if (driver === 'rules' && all.some((other) => other !== 'rules')) return [{ driver, verifier: undefined }];
    const isProgram = driver !== 'rules' && driver !== 'model';
    const fitting = models.filter((model) => !isProgram || plays(driver, routeTo(model).provider));
    const wanted = models.length === 0 ? [{}] : (fitting.length > 0 ? fitting : models).map((model) => ({ model }));
    return wanted.map((more) => ({ driver, verifier: chosenVerifier({ driver, ...flags, ...more }, cwd) }));
  });
}
