import { checkSteps, runSteps } from './run-steps.ts';

const results = await runSteps(checkSteps);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
