import type { FieldProblem, ProblemDocument } from '../../contracts/api/index.ts';
import { placedText } from '../../contracts/values/problem.ts';

/** What every exit code of the command means. */
export const exitCodes = {
  completed: 0,
  failed: 1,
  usage: 2,
  cancelled: 3,
  interrupted: 130,
} as const;

export const exitCodeHelp = `
Exit codes:
  0  success; a watched run completed
  1  failure; a watched run failed or timed out
  2  invalid command or options
  3  the run was cancelled, or an approval in it was rejected or expired`;

/** Ends a command with a message for the user, and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Nothing answers at the address. */
export class ServerNotRunning extends CommandError {
  constructor(address: string) {
    super(
      `Baton does not respond at ${address}. Start it with \`npx baton start\` in another terminal. If it runs ` +
        'elsewhere, set BATON_URL or PORT.',
    );
  }
}

/** The command that does what a request of the API does. */
function commandOf(request: string): string | undefined {
  const [, user] = /^PATCH \/api\/v1\/users\/([^/{]+)$/.exec(request) ?? [];
  if (user !== undefined) return `npx baton user ${decodeURIComponent(user)} --roles <roles>`;
  const [, run] = /^POST \/api\/v1\/runs\/([^/]+)\/retry with again: true$/.exec(request) ?? [];
  if (run !== undefined) return `npx baton retry ${run} --again`;
  const [, pipeline] = /^GET \/api\/v1\/pipelines\/([^/]+)\/versions$/.exec(request) ?? [];
  if (pipeline !== undefined) return `npx baton versions ${pipeline}`;
  return commands[request];
}

const commands: Readonly<Record<string, string>> = {
  'GET /api/v1/keys': 'npx baton keys',
  'GET /api/v1/runs': 'npx baton runs',
  'GET /ready': 'npx baton doctor',
};

/** The server refused the request and said why. */
export class RequestRefused extends CommandError {
  readonly status: number;
  readonly errors: readonly FieldProblem[];

  constructor({ status, title, detail, help, errors = [] }: ProblemDocument) {
    const lines = errors.map(({ path, message, fix }) =>
      [`  ${placedText(path, message)}`, fix].filter(Boolean).join('; '),
    );
    const advice = help && `${commandOf(help.request) ?? help.request} ${help.does}.`;
    super(
      lines.length > 0
        ? [`${title}:`, ...lines].join('\n')
        : [detail, advice].filter(Boolean).join(' '),
    );
    this.status = status;
    this.errors = errors;
  }
}
