/**
 * Checks on a suite: whether its judges can be trusted. They run the trials' own pipeline. Layer 7.
 * Must not change a verdict.
 */
export { type Agreement, agreementOf } from './validate/agreement.ts';
export type { Violation } from './validate/assess.ts';
export { phases, probesOf, type ValidatePhase } from './validate/plan.ts';
export { describeValidation } from './validate/rates.ts';
export {
  type JudgeName,
  judgeNames,
  type ProbeResult,
  type ValidateOptions,
  type ValidateReport,
  validateSuite,
} from './validate/validate-suite.ts';
export { type VerifierRow, verifierRow } from './validate/verifier-row.ts';
