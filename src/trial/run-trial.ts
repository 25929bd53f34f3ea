import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf, promptsFor } from '../agent/index.ts';
import { browserTool, requireServing } from '../browser/index.ts';
import { isoNow, monotonicMs, writeJsonAtomic } from '../host/index.ts';
import { type BrowserUse, type PredictionRecord, SCHEMA_VERSION } from '../schema/index.ts';
import { prepareWorkspace } from './1-prepare-workspace.ts';
import { startAgentPlace } from './2-start-app.ts';
import { type AgentWork, runAgent } from './3-run-agent.ts';
import { captureFinalPatch } from './4-capture-patch.ts';
import { closeQuietly } from './close-quietly.ts';
import { openModelPlace } from './model-place.ts';
import { recordBrowsers } from './record-browsers.ts';
import { rehearsalScript } from './rehearsal-script.ts';
import { type Snapshots, takeSnapshots } from './snapshots.ts';
import { serversOf, toolMounts } from './tool-place.ts';
import type { TrialOrder, Workshop } from './trial-context.ts';

/**
 * The agent's half of a trial: workspace → app → agent → patch. Ends with `patch.diff` and `prediction.json`, which no
 * later fault can take away. @throws TaskError, InfraError
 */
export async function predict(workshop: Workshop, order: TrialOrder, key: string): Promise<PredictionRecord> {
  const startedAt = isoNow();
  const started = monotonicMs();
  mkdirSync(order.dir, { recursive: true });
  order.onPhase('prepare');
  const prepared = await workshop.prepare(order.task);
  const owner = workshop.environment.allocateOwner();
  const workspaceDir = await prepareWorkspace(workshop, prepared, prepared.baselineTree, owner);
  const { agent, signal } = order;
  const { models: desk, scratch } = workshop;
  const logPath = join(order.dir, 'model.jsonl');
  const warnings: string[] = [];
  const tool = browserTool(order.id.variant.tool, workshop.servers);
  const model =
    agent.model === undefined ? undefined : await openModelPlace(agent.model, { desk, scratch, logPath, owner });
  let work: AgentWork;
  let snapshots: Snapshots | undefined;
  let browser: BrowserUse | undefined;
  let ready: number;
  let finished: number;
  try {
    const recorder = await recordBrowsers(workshop, order);
    const place = await startAgentPlace(workshop, prepared, {
      ...{ agent, workspaceDir, owner, signal },
      moreMounts: [...(model?.mounts ?? []), ...toolMounts(tool), ...(recorder?.mounts ?? [])],
      chromium: recorder?.chromium,
    });
    try {
      const { pod, appUrl, promptDir, env } = place;
      const { store, baselineTree } = prepared;
      const reference = async () => (await prepared.readSolution('reference')).patch;
      const prompts = promptsFor(order.task, order.id.variant, placeOf(order.task, appUrl ?? undefined));
      const script = async () => rehearsalScript(prompts, await reference(), { appUrl, tool });
      const modelUrl = (await model?.connect(pod, script)) ?? null;
      const servers = agent.startsServers === true ? serversOf(tool, pod, env.CHROMIUM ?? '') : [];
      for (const server of servers) await requireServing(pod, server, { cwd: '/workspace', signal });
      await recorder?.start(pod);
      ready = monotonicMs();
      order.onPhase('agent');
      const everyMs = agent.startsNothing === true ? null : (order.snapshotMs ?? null);
      snapshots =
        everyMs === null
          ? undefined
          : takeSnapshots({ prepared, pod, workspaceDir, dir: order.dir, everyMs, warnings });
      work = await runAgent(
        order,
        { prompts, prepared, spending: model },
        {
          ...{ pod, appUrl, promptDir, env, workspaceDir, owner, store, baselineTree, modelUrl, reference },
          servers,
          logPath: join(order.dir, 'agent.log'),
          trajectoryPath: join(order.dir, 'trajectory.json'),
        },
      );
      model?.requireAnswered();
      finished = monotonicMs();
    } finally {
      await snapshots?.stop();
      browser = await recorder?.stop(prepared);
      await place.stop();
    }
  } finally {
    await closeQuietly(model, "the log of the model's calls is not whole", warnings);
  }
  // Interrupted or not: what the agent has finished is paid for.
  order.onPhase('capture');
  const { capture, sha256 } = await captureFinalPatch(prepared, workspaceDir, order.dir);
  const record: PredictionRecord = {
    schemaVersion: SCHEMA_VERSION,
    key,
    id: order.id,
    ...work,
    warnings: [...work.warnings, ...warnings],
    capture,
    patchSha256: sha256,
    ...(browser === undefined ? {} : { browser }),
    setUpMs: ready - started,
    agentMs: finished - ready,
    captureMs: monotonicMs() - finished,
    costUsd: sumCosts(work.rounds.map(({ costUsd }) => costUsd)),
    startedAt,
  };
  writeJsonAtomic(join(order.dir, 'prediction.json'), record);
  return record;
}

/** Unknown if any part is unknown. */
function sumCosts(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
