import type { Command } from 'commander';
import { processContext } from '../client/context.ts';
import type { Context } from '../client/context.ts';
import { exitCodeHelp, exitCodes } from '../client/errors.ts';
import { domains } from '../domains.ts';
import { addAgents } from './agents.ts';
import { addApprove } from './approve.ts';
import { addAudit } from './audit.ts';
import { addCancel } from './cancel.ts';
import { addCosts } from './costs.ts';
import { addDoctor } from './doctor.ts';
import { addInterrupt } from './interrupt.ts';
import { addKeys } from './keys.ts';
import { addMcp } from './mcp.ts';
import { addModels } from './models.ts';
import { addPipelines } from './pipelines.ts';
import { addReject } from './reject.ts';
import { addResume } from './resume.ts';
import { addRetry } from './retry.ts';
import { addRun } from './run.ts';
import { addRuns } from './runs.ts';
import { addShow } from './show.ts';
import { addSignIn } from './sign-in.ts';
import { addTask } from './task.ts';
import { addToken } from './token.ts';
import { addTools } from './tools.ts';
import { addUser } from './user.ts';
import { addValidate } from './validate.ts';

const commands = [
  addRun,
  addTask,
  addRuns,
  addShow,
  addApprove,
  addReject,
  addToken,
  addCancel,
  addInterrupt,
  addResume,
  addRetry,
  addCosts,
  addAudit,
  addPipelines,
  addAgents,
  addTools,
  addModels,
  addMcp,
  addUser,
  addSignIn,
  addKeys,
  addValidate,
  ...domains.flatMap((domain) => domain.commands),
  addDoctor,
];

/** Adds every command that speaks to a running server, and `doctor`. */
export function addCommands(program: Command, context: Context = processContext()): void {
  for (const add of commands) add(program, context);
  program.addHelpText('after', exitCodeHelp).exitOverride((error) => {
    // Commander's own exit code for a command that it does not understand is 1.
    process.exit(error.exitCode === 0 ? 0 : exitCodes.usage);
  });
  program.showHelpAfterError('See: npx baton --help');
  for (const command of program.commands) {
    command
      .copyInheritedSettings(program)
      .showHelpAfterError(`See: npx baton ${command.name()} --help`);
  }
}
