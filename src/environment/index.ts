/**
 * Where the commands of a trial run: pods with loopback only, limits and an allow-list of mounts. Layer 2.
 * Must not know of the web, of agents or of judges.
 */
export {
  defaultLimits,
  type Environment,
  type LimitBreach,
  type Mount,
  type Owner,
  type Pod,
  type PodCommand,
  type PodLimits,
  type PodSpec,
  type SandboxKind,
} from './environment.ts';
export { localEnvironment, openEnvironment, probeSandbox } from './local/index.ts';
