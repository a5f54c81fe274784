import { Help } from 'commander';
import type { Command } from 'commander';
import { processContext } from '../client/context.ts';
import type { Context } from '../client/context.ts';
import { exitCodeHelp, exitCodes } from '../client/errors.ts';
import type { CommandEntry } from '../domain.ts';
import { domains } from '../domains.ts';

const doctor: CommandEntry = {
  term: 'doctor [options]',
  description: 'check everything Baton needs and show how to fix what is missing',
  load: async () => (await import('./doctor.ts')).addDoctor,
};

/** Every command that speaks to a running server, and `doctor`, in the order of the list. */
export const commands: readonly CommandEntry[] = [
  {
    term: 'run [options] <pipeline>',
    description: 'start a run of a stored pipeline or of a pipeline file',
    load: async () => (await import('./run.ts')).addRun,
  },
  {
    term: 'task [options] <agent> <text>',
    description: 'create a task for an agent',
    load: async () => (await import('./task.ts')).addTask,
  },
  {
    term: 'versions [options] <pipeline>',
    description: 'list the versions of a pipeline: number, author, time and what changed',
    load: async () => (await import('./versions.ts')).addVersions,
  },
  {
    term: 'promote <pipeline> [version]',
    description:
      'make a version of a pipeline live, the last saved one or another: that rolls back',
    load: async () => (await import('./promote.ts')).addPromote,
  },
  {
    term: 'runs [options]',
    description: 'list runs, newest first',
    load: async () => (await import('./runs.ts')).addRuns,
  },
  {
    term: 'show [options] <run>',
    description: 'show a run: nodes, model calls, tool calls and result',
    load: async () => (await import('./show.ts')).addShow,
  },
  {
    term: 'compare [options] <run> <other>',
    description: 'compare two runs: what differs in status, outputs, decisions, time and cost',
    load: async () => (await import('./compare.ts')).addCompare,
  },
  {
    term: 'approve [options] [approval]',
    description: 'approve a pending approval, optionally with changed arguments',
    load: async () => (await import('./approve.ts')).addApprove,
  },
  {
    term: 'reject [options] [approval]',
    description: 'reject a pending approval',
    load: async () => (await import('./reject.ts')).addReject,
  },
  {
    term: 'token [options] <approval>',
    description: 'print the token of a pending approval, to decide it with a signal',
    load: async () => (await import('./token.ts')).addToken,
  },
  {
    term: 'cancel [options] <run>',
    description: 'cancel a run: running tools finish, no new steps start',
    load: async () => (await import('./cancel.ts')).addCancel,
  },
  {
    term: 'interrupt [options] <run> [node]',
    description: 'pause agents of a run after their current turn, until you resume them',
    load: async () => (await import('./interrupt.ts')).addInterrupt,
  },
  {
    term: 'resume [options] <run> [node]',
    description: 'resume interrupted agents of a run',
    load: async () => (await import('./resume.ts')).addResume,
  },
  {
    term: 'retry [options] <run>',
    description: 'retry an ended run from where it stopped: completed nodes keep their outputs',
    load: async () => (await import('./retry.ts')).addRetry,
  },
  {
    term: 'costs [options]',
    description: 'show the cost of model calls',
    load: async () => (await import('./costs.ts')).addCosts,
  },
  {
    term: 'audit',
    description: 'verify the records',
    load: async () => (await import('./audit.ts')).addAudit,
  },
  {
    term: 'pipelines [options]',
    description: 'list the stored pipelines and their inputs',
    load: async () => (await import('./pipelines.ts')).addPipelines,
  },
  {
    term: 'triggers',
    description: 'list, pause, resume and fire triggers, which start runs automatically',
    load: async () => (await import('./triggers.ts')).addTriggers,
  },
  {
    term: 'event',
    description: 'send events that triggers and runs wait for',
    load: async () => (await import('./event.ts')).addEvent,
  },
  {
    term: 'agents [options]',
    description: 'list the agents; shows what is missing if an agent cannot run',
    load: async () => (await import('./agents.ts')).addAgents,
  },
  {
    term: 'tools [options] [name]',
    description: 'list the tools with their status, or show one tool',
    load: async () => (await import('./tools.ts')).addTools,
  },
  {
    term: 'models [options]',
    description: 'show limits, queues and status of the models',
    load: async () => (await import('./models.ts')).addModels,
  },
  {
    term: 'mcp',
    description: 'show the tools of MCP servers: accepted, new or changed',
    load: async () => (await import('./mcp.ts')).addMcp,
  },
  {
    term: 'user [options] <name>',
    description: 'show or set the roles, groups and tool permissions of a user',
    load: async () => (await import('./user.ts')).addUser,
  },
  {
    term: 'sign-in [options] [user]',
    description: 'print a sign-in link that works once',
    load: async () => (await import('./sign-in.ts')).addSignIn,
  },
  {
    term: 'keys',
    description: 'list, create and revoke API keys',
    load: async () => (await import('./keys.ts')).addKeys,
  },
  {
    term: 'deploys',
    description: 'list the builds of the workers and their runs, and promote a build',
    load: async () => (await import('./deploys.ts')).addDeploys,
  },
  {
    term: 'validate [options] <file>',
    description:
      'list the problems and warnings of a pipeline document, each with its place and a fix',
    load: async () => (await import('./validate.ts')).addValidate,
  },
  {
    term: 'deploy [options] <files...>',
    description: 'store the pipelines and agents that TypeScript files define',
    load: async () => (await import('./deploy.ts')).addDeploy,
  },
  {
    term: 'pull [options] <pipeline>',
    description: 'print a stored pipeline as TypeScript, or take its changes into a file',
    load: async () => (await import('./pull.ts')).addPull,
  },
  {
    term: 'dev [options]',
    description: 'deploy what the TypeScript files of this folder define after every edit',
    load: async () => (await import('./dev.ts')).addDev,
  },
  ...domains.flatMap((domain) => domain.commands),
  {
    term: 'backup <file>',
    description: 'write records, Temporal state and keys to one file; Baton can keep running',
    load: async () => (await import('./backup.ts')).addBackup,
  },
  {
    term: 'restore [options] <file>',
    description: 'restore a backup into an empty data folder',
    load: async () => (await import('./restore.ts')).addRestore,
  },
  {
    term: 'export',
    description: 'write records to files',
    load: async () => (await import('./export.ts')).addExport,
  },
  {
    term: 'prune [options]',
    description: 'delete steps, conversations and artifacts of old runs; the runs stay listed',
    load: async () => (await import('./prune.ts')).addPrune,
  },
  doctor,
];

const nameOf = ({ term }: CommandEntry) => term.split(' ', 1)[0]!;

/**
 * Adds the commands. Those that the arguments name are loaded; the others are there to be listed.
 * @param args of the command line.
 */
export async function addCommands(
  program: Command,
  args: readonly string[],
  context: Context = processContext(),
): Promise<void> {
  const terms = new Map<Command, string>();
  for (const entry of commands) {
    const name = nameOf(entry);
    if (args.includes(name)) (await entry.load())(program, context);
    const added = program.commands.find((one) => one.name() === name) ?? program.command(name);
    added.description(entry.description);
    terms.set(added, entry.term);
  }
  const help = new Help();
  program
    .configureHelp({ subcommandTerm: (one) => terms.get(one) ?? help.subcommandTerm(one) })
    .addHelpText('after', exitCodeHelp)
    .exitOverride((error) => {
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
