import type { ChatAnswer } from '../../contracts/api/gateway/index.ts';
import { startRunSchema } from '../../contracts/api/index.ts';
import { agentSchema } from '../../contracts/agents/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { createRun } from '../runs/create-run.ts';
import { viewRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';

const name = 'assistant';

/** One agent that answers one message. */
const document = {
  name: 'chat',
  title: 'Chat',
  inputs: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  nodes: [{ id: name, kind: 'agent', agent: name, task: '{{ inputs.message }}' }],
  output: `{{ nodes.${name}.output.report }}`,
};

const defaultInstructions =
  'Answer the message. Use your tools for what you cannot know, say where figures come from, and never invent one.';

/**
 * Has an agent answer a message with its tools, and waits for it. When `signal` aborts, the run is cancelled.
 * @throws {Problem} `run-failed` when it did not complete.
 */
export async function askAssistant(
  services: Services,
  asked: {
    message: string;
    system: string | undefined;
    chain: string[];
    tools: string[];
    user: string;
    /** Who asks, as records name them. */
    by: string;
    priority: Priority;
  },
  signal: AbortSignal,
): Promise<Omit<ChatAnswer, 'notice'>> {
  const {
    message,
    system: instructions = defaultInstructions,
    chain,
    tools,
    user,
    priority,
  } = asked;
  const agent = agentSchema.parse({
    name,
    role: 'Assistant',
    instructions,
    models: chain,
    tools,
    // Callers are strangers to each other.
    memory: { enabled: false },
  });
  const request = startRunSchema.parse({
    document,
    input: { message },
    user,
    priority,
    // Whoever asks waits for the answer.
    notify: 'none',
  });
  const { id, started } = await createRun(services, request, {
    startedBy: asked.by,
    ownAgents: { [name]: agent },
  });
  if (!started) {
    throw new Problem(
      'unavailable',
      `Temporal does not respond. Run ${id} is stored and starts when Temporal is back.`,
    );
  }
  try {
    await services.temporal.end(id, signal);
  } catch (error) {
    if (signal.aborted) await cancelUnfinished(services, await services.runs.get(id));
    throw error;
  }
  return answerOf(services, id);
}

async function cancelUnfinished(services: Services, run: RunRow | undefined): Promise<void> {
  if (!run || hasEnded(run.status)) return;
  await cancelRun(services, run, { by: run.user, reason: 'The client disconnected' });
}

async function answerOf(services: Services, runId: string): Promise<Omit<ChatAnswer, 'notice'>> {
  const row = await services.runs.get(runId);
  if (!row) throw new Problem('run-failed', `Run ${runId} is no longer stored.`);
  const [run, steps] = await Promise.all([viewRun(services, row), services.steps.list(runId)]);
  if (run.status !== 'completed') {
    const why = run.error ? `: ${run.error.message}` : '';
    throw new Problem('run-failed', `Run ${runId} ended with the status ${run.status}${why}`);
  }
  const calls = steps.filter(({ kind }) => kind === 'tool');
  return {
    text: typeof run.output === 'string' ? run.output : JSON.stringify(run.output),
    model: steps.findLast(({ kind }) => kind === 'model')?.name ?? '',
    usage: run.usage,
    costUsd: run.costUsd,
    toolCalls: calls.map(({ name: tool, input, status }) => ({
      name: tool,
      arguments: isJsonObject(input) ? input : {},
      status: status === 'completed' || status === 'failed' ? status : ('running' as const),
    })),
    runId,
  };
}
