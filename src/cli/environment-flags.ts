import { type Command, Option } from 'commander';
import type { SandboxKind } from '../environment/index.ts';

/** Values of the flags that say where agents and apps run. */
export interface EnvironmentFlags {
  environment: 'local' | 'docker';
  unsafeNoSandbox?: boolean;
}

export function addEnvironmentFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--environment <where>', 'where agents and apps run: sandboxes of bubblewrap, or containers (as root)')
        .choices(['local', 'docker'])
        .default('local'),
    )
    .addOption(
      new Option('--unsafe-no-sandbox', 'run without any protection where there is no sandbox').conflicts(
        'environment',
      ),
    );
}

export const sandboxOf = ({ environment, unsafeNoSandbox }: EnvironmentFlags): SandboxKind =>
  unsafeNoSandbox === true ? 'none' : environment === 'docker' ? 'docker' : 'bwrap';
