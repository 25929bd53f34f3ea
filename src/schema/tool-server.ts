import { z } from 'zod';
import { kebabCase } from './task.ts';

/** A user's own server of browser tools, as it stands in `run.json`. It is started inside the pod. */
export const toolServerSchema = z.strictObject({
  /** Names the tool in `--vary tool=`, and the server towards the agent. */
  name: kebabCase,
  /** Words may hold `{folder}` and `{chromium}`: their paths inside the pod. */
  command: z.string().min(1),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** Absolute path of the host folder that is brought into the pod, read-only. */
  folder: z.string().nullable(),
});
export type ToolServer = z.infer<typeof toolServerSchema>;

/** The file of `--mcp`, in the shape that programs with MCP servers have, and `folder` besides. */
export const toolServersFileSchema = z.strictObject({
  mcpServers: z.record(
    kebabCase,
    z.strictObject({
      command: toolServerSchema.shape.command,
      args: toolServerSchema.shape.args.default([]),
      env: toolServerSchema.shape.env.default({}),
      /** Relative to the file. */
      folder: z.string().optional(),
    }),
  ),
});
