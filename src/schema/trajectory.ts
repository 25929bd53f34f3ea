import { z } from 'zod';

/** The kind of thing that one call of a tool does, for counting how an agent works. */
export const turnClassSchema = z.enum(['browser', 'shell', 'http', 'read', 'edit', 'other']);
export type TurnClass = z.infer<typeof turnClassSchema>;

const toolCall = z.strictObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});

const observation = z.strictObject({
  results: z.array(z.strictObject({ source_call_id: z.string(), content: z.string() })),
});

export const trajectoryStepSchema = z.strictObject({
  /** 1-based, without gaps. */
  step_id: z.int().positive(),
  timestamp: z.iso.datetime(),
  source: z.enum(['system', 'user', 'agent']),
  message: z.string(),
  tool_calls: z.array(toolCall).optional(),
  observation: observation.optional(),
  /** Ours: `round` (1-based), `class` of a call, `output` (file beside the trajectory) where a result was too long. */
  extra: z.strictObject({
    round: z.int().positive(),
    class: turnClassSchema.optional(),
    output: z.string().optional(),
  }),
});
export type TrajectoryStep = z.infer<typeof trajectoryStepSchema>;

/** `trajectory.json`: what an agent said and did, in the Agent Trajectory Interchange Format. */
export const trajectorySchema = z.strictObject({
  schema_version: z.literal('ATIF-v1.5'),
  session_id: z.string(),
  agent: z.strictObject({ name: z.string(), version: z.string(), model_name: z.string() }),
  steps: z.array(trajectoryStepSchema),
});
export type Trajectory = z.infer<typeof trajectorySchema>;
