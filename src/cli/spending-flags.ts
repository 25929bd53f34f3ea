import { type Command, InvalidArgumentError, Option } from 'commander';
import { UserError } from '../errors.ts';
import { isRehearsed, priceOf, withListPrices } from '../model/index.ts';
import { type PriceList, priceListSchema, type Spending } from '../schema/index.ts';
import { positive } from './numbers.ts';
import { readJsonOf } from './read-json-file.ts';

export interface SpendingFlags {
  maxCost?: number | undefined;
  maxTokens?: number | undefined;
  maxRunCost?: number | undefined;
  maxRunTokens?: number | undefined;
  prices?: string | undefined;
}

const PRICES = ['--prices <file>', 'prices of models, as JSON; they go before the built-in ones'] as const;

export const addSpendingFlags = (command: Command): Command =>
  command
    .addOption(new Option('--max-cost <usd>', 'dollars that a trial may spend on its model').argParser(dollars))
    .addOption(new Option('--max-tokens <n>', 'tokens that a trial may use, input and output').argParser(positive))
    .addOption(new Option('--max-run-cost <usd>', 'dollars that all trials together may spend').argParser(dollars))
    .addOption(new Option('--max-run-tokens <n>', 'tokens that all trials together may use').argParser(positive))
    .option(...PRICES);

/** For a command whose model is not an agent's. */
export const addOwnSpendingFlags = (command: Command): Command =>
  command
    .addOption(new Option('--max-cost <usd>', 'dollars that the model may cost in all').argParser(dollars))
    .addOption(
      new Option('--max-tokens <n>', 'tokens that the model may use in all, input and output').argParser(positive),
    )
    .option(...PRICES);

function dollars(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('must be a number of dollars above 0');
  return value;
}

/** `models` are those that the run's agents ask. @throws UserError `bad-prices`; `no-price` for a cap in dollars that could not hold; `no-model` where nothing is spent */
export function readSpending(flags: SpendingFlags, models: readonly string[], cwd: string): Spending {
  const prices = flags.prices === undefined ? null : readPrices(flags.prices, cwd);
  const spending: Spending = {
    trial: { costUsd: flags.maxCost, tokens: flags.maxTokens },
    run: { costUsd: flags.maxRunCost, tokens: flags.maxRunTokens },
    prices,
  };
  const bounds = [flags.maxCost, flags.maxTokens, flags.maxRunCost, flags.maxRunTokens];
  if (models.length === 0 && bounds.some((bound) => bound !== undefined)) {
    throw new UserError('no-model', 'none of these agents asks a model that bugsweep knows of', 'leave the caps out');
  }
  if (flags.maxCost === undefined && flags.maxRunCost === undefined) return spending;
  const lists = withListPrices(prices);
  const unknown = models.filter((model) => !isRehearsed(model) && priceOf(model, lists) === undefined);
  if (unknown.length === 0) return spending;
  throw new UserError(
    'no-price',
    `the price of ${[...new Set(unknown)].join(', ')} is not known, so a cap in dollars would not hold`,
    'name its price in a file with --prices, or bound the tokens: --max-tokens',
  );
}

const PRICES_HINT =
  'write {"asOf": "2026-01-31", "models": {"<model>": {"input": 1, "cached": 0.1, "output": 8}}}, in dollars for a million tokens';

const readPrices = (file: string, cwd: string): PriceList =>
  readJsonOf(priceListSchema, file, { what: 'the prices', code: 'bad-prices', hint: PRICES_HINT, cwd });
