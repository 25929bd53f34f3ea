import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackage, packageRoot } from '../../host/index.ts';
import type { Behavior, BehaviorTest } from '../../schema/index.ts';
import type { JudgeGroup } from '../group.ts';

export interface StagedSpecs {
  configPath: string;
  /** Playwright's command line, of the one Playwright that the judges' fixtures use too. */
  playwrightCli: string;
}

/**
 * Copies each group's judge into a folder of its own and writes one configuration for all. Groups are files of one
 * project, so that a worker goes on from one to the next without starting anew. `bugsweep/judge` and Playwright are
 * mapped to this installation's: a suite may lie anywhere and needs no node_modules.
 */
export function stageSpecs(groups: readonly JudgeGroup[], dir: string, workers: number): StagedSpecs {
  const playwrightDir = installedPackage(['@playwright/test']);
  const specsDir = join(dir, 'specs');
  for (const group of groups) {
    const target = join(specsDir, group.id);
    mkdirSync(target, { recursive: true });
    if (group.behavior === undefined) cpSync(group.testsDir, target, { recursive: true });
    else
      writeFileSync(
        join(target, 'judge.spec.ts'),
        specOf(group.behavior, group.verifier === undefined ? 'rules' : 'model'),
      );
  }
  const tsconfig = {
    compilerOptions: {
      baseUrl: '.',
      module: 'ESNext',
      paths: {
        'bugsweep/judge': [join(packageRoot, 'dist/judge.mjs')],
        'bugsweep/play': [join(packageRoot, 'dist/judge-play.mjs')],
        'bugsweep/verify': [join(packageRoot, 'dist/judge-verify.mjs')],
        '@playwright/test': [join(playwrightDir, 'index.mjs')],
      },
    },
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(specsDir, 'package.json'), '{"type":"module"}');
  const config = {
    testDir: specsDir,
    testMatch: '*/judge.spec.ts',
    outputDir: join(dir, 'output'),
    tsconfig: join(dir, 'tsconfig.json'),
    workers: Math.min(workers, groups.length),
    timeout: Math.max(...groups.map((group) => group.checkTimeoutMs)),
    expect: { timeout: 8_000 },
    forbidOnly: true,
    retries: 0,
    reporter: [[join(packageRoot, 'dist/judge-reporter.mjs')]],
    preserveOutput: 'never',
  };
  const configPath = join(dir, 'playwright.config.mjs');
  writeFileSync(configPath, `export default ${JSON.stringify(config)};\n`);
  return { configPath, playwrightCli: join(playwrightDir, 'cli.js') };
}

/** How tests in plain English are played: what is imported, and what it is told of a test. */
const players = {
  rules: {
    imports: "import { contextFor, playSteps } from 'bugsweep/play';",
    call: 'playSteps',
    told: ({ steps }: BehaviorTest) => steps,
  },
  model: {
    imports: "import { contextFor, verifySteps } from 'bugsweep/verify';",
    call: 'verifySteps',
    told: ({ id, purpose, steps, viewport }: BehaviorTest) => ({ id, purpose, steps, viewport }),
  },
} as const;

/** A check for each test, called by its id. The words of a test are data in it, never code. */
function specOf({ tests: all, ...behavior }: Behavior, player: keyof typeof players): string {
  const { imports, call, told } = players[player];
  const tests = all.map((played) => {
    const { id, category, viewport, setup } = played;
    const beginning = JSON.stringify({ viewport, setup });
    return `test(${JSON.stringify(id)}, { tag: '@${category}' }, async ({ app, openContext }) => {
  await ${call}(await openContext(contextFor(app, ${beginning})), behavior, ${JSON.stringify(told(played))}, app);
});`;
  });
  return `import { test } from 'bugsweep/judge';
${imports}
const behavior = ${JSON.stringify(behavior)};
${tests.join('\n')}
`;
}
