import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import type { Json } from '../../contracts/base/json.ts';
import { markingDefaults } from '../../contracts/base/own-words.ts';
import { ToolError } from '../../contracts/own-tool.ts';
import type { OwnToolAnswer, OwnToolContext } from '../../contracts/own-tool.ts';
import { argumentProblems } from '../../contracts/pipelines/validation/argument-problems.ts';
import { received } from '../tool-kit/received.ts';
import { offerOwnPackages } from '../base/own-packages.ts';
import { loadDefinition } from './load-definition.ts';
import type { LoadedTool } from './load-definition.ts';
import type { FromThread, OwnCall, ThreadData, ThreadError, ToThread } from './messages.ts';

// Runs in a thread of its own: it loads one file, and runs its handler for as long as the thread lives.

const { url } = workerData as ThreadData;
/** The longest answer of a handler, in characters of its JSON. */
const longestOutput = 1_000_000;

const running = new Map<number, AbortController>();
const asked = new Map<number, PromiseWithResolvers<OwnToolAnswer>>();
let requests = 0;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
const say = (message: FromThread) => parentPort?.postMessage(message);

function request(id: number): OwnToolContext['request'] {
  return (target, options = {}) => {
    const number = (requests += 1);
    const answer = Promise.withResolvers<OwnToolAnswer>();
    asked.set(number, answer);
    const wanted = { ...options, url: String(target) };
    say({ type: 'request', id, request: number, wanted });
    return answer.promise;
  };
}

function threadError(error: unknown): ThreadError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // By its name, since a file may have loaded the class a second time.
  const isTold = error instanceof Error && error.name === 'ToolError';
  const retryable = isTold && (error as ToolError).retryable;
  return { kind: isTold ? 'told' : 'unforeseen', name, message, retryable };
}

function wrongArguments(
  { schema, spec }: LoadedTool,
  args: Json,
  { issues }: z.ZodError,
): ThreadError {
  const { parameters } = spec;
  const given = { value: args, path: [], received };
  const places = argumentProblems({ schema, parameters }, issues, given);
  const message = `${places.length} of the arguments are wrong`;
  return { kind: 'arguments', name: 'ZodError', message, retryable: false, places };
}

async function run(tool: LoadedTool, id: number, call: OwnCall): Promise<void> {
  const { schema, handle } = tool;
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const { args, ...given } = call;
    const parsed = schema.safeParse(args, markingDefaults);
    if (!parsed.success) {
      say({ type: 'failed', id, error: wrongArguments(tool, args, parsed.error) });
      return;
    }
    const output = await handle(parsed.data as never, {
      ...given,
      request: request(id),
      signal: stop.signal,
      progress: (message, fraction) =>
        say({ type: 'progress', id, message, ...(fraction !== undefined && { fraction }) }),
    });
    const text = JSON.stringify(output ?? null);
    if (text.length > longestOutput) {
      throw new ToolError(`its answer has ${text.length} characters, more than ${longestOutput}`);
    }
    say({ type: 'done', id, output: JSON.parse(text) as Json });
  } catch (error) {
    say({ type: 'failed', id, error: threadError(error) });
  } finally {
    running.delete(id);
  }
}

function settle(number: number, end: (answer: PromiseWithResolvers<OwnToolAnswer>) => void): void {
  const answer = asked.get(number);
  asked.delete(number);
  if (answer) end(answer);
}

offerOwnPackages();
const loaded = await loadDefinition(url);
if ('type' in loaded) say(loaded);
else {
  parentPort?.on('message', (message: ToThread) => {
    if (message.type === 'call') void run(loaded, message.id, message.call);
    else if (message.type === 'abort') running.get(message.id)?.abort();
    else if (message.type === 'answer') {
      settle(message.request, ({ resolve }) => resolve(message.answer));
    } else {
      const { message: text, retryable } = message.error;
      settle(message.request, ({ reject }) => reject(new ToolError(text, { retryable })));
    }
  });
  say({ type: 'loaded', tool: loaded.spec });
}
