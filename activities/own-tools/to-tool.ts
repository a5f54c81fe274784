import { z } from 'zod';
import type { JsonObject } from '../../contracts/base/json.ts';
import { inDoubt } from '../../contracts/tools/doubt.ts';
import { refuseUnsure } from '../tools/refuse-unsure.ts';
import { wrongArguments } from '../tools/steps/validation.ts';
import { firstStrings } from '../tool-kit/define-tool.ts';
import { ToolError } from '../tool-kit/tool.ts';
import type { Tool } from '../tool-kit/tool.ts';
import { OwnToolFailed } from './open-thread.ts';
import type { ToolThread } from './open-thread.ts';
import type { OwnToolSpec } from '../../contracts/own-tool.ts';

/** The thread checks them by the schema of the file, which can do what a JSON Schema cannot say. */
const anyArguments = z.record(z.string(), z.json());

/**
 * A tool of the user's own as the registry takes it: its handler runs in the thread that `open` gives, within its own
 * time.
 * @param environment holds the values of its settings.
 */
export function toTool(
  spec: OwnToolSpec,
  open: () => Promise<ToolThread>,
  environment: Record<string, string | undefined>,
): Tool<unknown> {
  const { settings: names, timeoutMs, cacheMs, example, alternatives, ...described } = spec;
  const settings = Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
  const unset = names.filter((name) => !environment[name]);
  return {
    ...described,
    id: `${spec.name}@${spec.version}`,
    ...(cacheMs !== undefined && { cacheMs }),
    ...(alternatives && { alternatives }),
    ...(example && { example }),
    ...(unset.length > 0 && { missing: () => `set ${unset.join(' and ')}` }),
    schema: anyArguments,
    label: firstStrings,
    async handle(args: JsonObject, context) {
      const { key, runId, user, mayHaveRun, once, signal, progress } = context;
      if (spec.sideEffect && once) refuseUnsure(context);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const thread = await open();
      return thread
        .call({ args, key, runId, user, mayHaveRun, settings }, { signal: limit, progress })
        .catch((error: unknown) => {
          throw outcomeOf(spec, error, limit.aborted);
        });
    },
  } as Tool<unknown>;
}

/** What may have been carried out is not tried again where that would change something. */
function outcomeOf(
  { name, timeoutMs, sideEffect }: OwnToolSpec,
  error: unknown,
  isLate: boolean,
): unknown {
  if (!(error instanceof OwnToolFailed)) return error;
  const { kind, message, retryable } = error.details;
  const brokenOff = {
    retryable: !sideEffect,
    fault: 'upstream' as const,
    doubt: sideEffect,
    cause: error,
  };
  const doubt = sideEffect ? ` ${inDoubt}` : '';
  if (isLate) {
    const seconds = timeoutMs / 1_000;
    return new ToolError(`${name} did not finish within ${seconds} s.${doubt}`, brokenOff);
  }
  if (kind === 'arguments') return wrongArguments(name, error.details.places ?? []);
  if (kind === 'ended') {
    return new ToolError(`${name} did not finish: ${message}.${doubt}`, brokenOff);
  }
  if (kind === 'told') return new ToolError(message, { retryable, cause: error });
  // Its words may hold a secret: the log has them.
  return Object.assign(error, { name: error.details.name });
}
