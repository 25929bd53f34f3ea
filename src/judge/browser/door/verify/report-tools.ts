import type { ToolSet } from 'ai';
import { z } from 'zod';
import { type Bench, benchTool } from './toolbox.ts';

const verdict = z.enum(['pass', 'fail', 'uncertain']);

/** Tools by which the model answers. */
export function reportTools(bench: Bench): ToolSet {
  const { sheet, steps } = bench;
  return {
    report_step: benchTool(
      bench,
      'Answers one step of the test, after it has been played and before the next one. What supports the answer has to have been seen since the last one.',
      z.object({
        n: z.int().min(1).max(steps.length),
        verdict,
        seen: z.string().min(1).describe('what you saw, in one or two sentences'),
        quote: z.string().optional().describe('words, exactly as they stand in a snapshot taken since the last answer'),
      }),
      async (answer) => {
        sheet.report(answer);
        return { said: `step ${answer.n} is answered` };
      },
    ),
    finish: benchTool(
      bench,
      'Ends the test. The verdict follows from the steps: fail if one failed, else uncertain if one is uncertain or unanswered, else pass.',
      z.object({
        verdict,
        reason: z.string().min(1).describe('in one or two sentences'),
        setupProblem: z
          .string()
          .optional()
          .describe(
            'only if the state that the test begins with could not be made, such as a login that failed: what was in the way',
          ),
      }),
      async (answer) => {
        sheet.finish(answer);
        return { said: 'the test has ended' };
      },
    ),
  };
}
