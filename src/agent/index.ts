/**
 * Who works on a task: the contract, control agents, any command. And what they are told. Layer 4.
 * Must not know of judges, verdicts or the run store.
 */
export type { Agent, AgentContext, Conversation, RoundEnd, RoundInput } from './agent.ts';
export {
  agentList,
  agentProgram,
  type BareProgram,
  bareProgram,
  cliAgentNames,
  createAgent,
  installAgent,
  installTool,
  isUnverified,
  providerOf,
  rehearses,
  takesFiles,
  takesModel,
} from './agents.ts';
export { placeOf } from './place-of.ts';
export { defaultLevel, LAST_REQUEST, levelsOf, type PromptPlace, promptsFor } from './prompt.ts';
export { SECRET_NAME, scrubber, scrubLine } from './trajectory/scrub.ts';
