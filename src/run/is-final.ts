import type { TrialRecord } from '../schema/index.ts';

/** A finding that a later try need not repeat. */
export const isFinal = ({ outcome }: TrialRecord): boolean => outcome === 'judged' || outcome === 'task-error';
