import { expect, it } from 'vitest';
import { type ValidateAnswer, validationText } from './validation-text.ts';

it('has a row for each verifier, with rates and their spread, cost, and what it agrees in', () => {
  const rates = {
    ...{ baseTarget: 1 / 3, baseTargetSd: 0.0471, referenceTarget: 1, referenceTargetSd: 0 },
    ...{
      basePreservation: 0.995,
      basePreservationSd: 0.008,
      referencePreservation: null,
      referencePreservationSd: null,
    },
    ...{ wrongAccepted: null, alternativesRejected: null, blankAccepted: null },
  };
  const row = () => ({ pass: 0, fail: 0, uncertain: 0 });
  const agreement = {
    table: { pass: { ...row(), pass: 6 }, fail: { ...row(), fail: 2 }, uncertain: row() },
    decided: 1,
    agreed: 1,
    kappa: 1,
  };
  const answer: ValidateAnswer = {
    ...{ violations: [], rates, tasks: [], time: { wallMs: 1000, checksMs: 500, jobs: 2, otherShare: 3 } },
    verifiers: [
      { driver: 'rules', model: null, rates, meanCostUsd: 0, agreement },
      { driver: 'model', model: 'openai/gpt-5-mini', rates, meanCostUsd: null, agreement: null },
    ],
  };
  const text = validationText(answer, 'runs/validate');
  expect(text).toMatch(/rules +– +33\.3 ± 4\.7 % +100\.0 ± 0\.0 % +99\.5 ± 0\.8 % +– +\$0\.0000/);
  expect(text).toMatch(/model +openai\/gpt-5-mini .* unknown/);
  expect(text).toContain('rules \\ own judge');
  expect(text).toContain('kappa 1.00');
  expect(text.match(/own judge/g), 'one without agreement has no such table').toHaveLength(1);
});
