/**
 * Where the commands of a trial run: pods with loopback only, limits and an allow-list of mounts. Layer 2.
 * Must not know of the web, of agents or of judges.
 */
export { dockerEnvironment } from './docker/index.ts';
export {
  defaultLimits,
  type Environment,
  type Images,
  type LimitBreach,
  type Mount,
  type Owner,
  type Pod,
  type PodCommand,
  type PodLimits,
  type PodProcess,
  type PodProduct,
  type PodSpec,
  type SandboxKind,
} from './environment.ts';
export { localEnvironment, openEnvironment, probeSandbox } from './local/index.ts';
