import { Context } from '@temporalio/activity';
import type {
  MemoryActivities,
  RememberStepInput,
  StepKey,
} from '../../contracts/activities/index.ts';
import type { ChatMessage } from '../../contracts/models/messages.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../db/repositories/runs/conversations.ts';
import { delegateOf } from '../models/turn/offered-tools.ts';
import type { MomentOfRun } from '../base/moment-of-run.ts';
import { storableText } from '../../contracts/base/text.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import type { AgentMemory } from './agent-memory.ts';
import { embeddingOf } from './embed-for-step.ts';
import { memoryFailure } from './memory-failure.ts';
import { requireConversation } from '../base/require-conversation.ts';
import { observationsText, resultText, shortTask, taskOf } from './step-text.ts';
import { newestAsOf } from './as-of.ts';
import { createHash } from 'node:crypto';
import { stepKeyText } from '../../contracts/activities/index.ts';

/** The namespace of Baton's memories: the UUIDv5 of `baton.memory` in that of URLs. */
const namespace = Buffer.from('459ae70355eb58129329fac0a55c31a1', 'hex');

/** The id of a step's memory: the same for the same step (UUIDv5, RFC 9562). */
export function memoryId(key: StepKey): string {
  const bytes = createHash('sha1')
    .update(namespace)
    .update(stepKeyText(key))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

type Needs = {
  conversations: ConversationRepository;
  memory: AgentMemory;
  momentOfRun: MomentOfRun;
  runs: RunRepository;
  steps: StepRepository;
};

const texts = { observations: observationsText, result: resultText } satisfies Record<
  RememberStepInput['of'],
  (task: string, turn: readonly ChatMessage[]) => string | undefined
>;

/**
 * Stores what an agent found in a step; a step that is stored is neither embedded nor stored again, and what is to be
 * forgotten is not stored.
 */
export function createRememberStep(dependencies: Needs): MemoryActivities['rememberStep'] {
  const { conversations, memory, runs, steps } = dependencies;
  const { store, forgetting, choice } = memory;

  return async function rememberStep({ conversationId, turn, of, runId, nodePath, step }) {
    const key = { runId, nodePath, step };
    const id = memoryId(key);
    const { attempt } = Context.current().info;
    try {
      const conversation = await requireConversation(conversationId, dependencies);
      const { name: agent } = conversation.agent;
      const task = taskOf(await conversations.ofTurn(conversationId, 0));
      const text = texts[of](task, await conversations.ofTurn(conversationId, turn));
      if (text === undefined) return { stored: false };
      const { user } = await runs.terms(runId);
      const isForgotten = () => forgetting.covers({ agent, id, runId, user });

      const taint = await conversations.taint(conversationId);
      const asOf = await asOfStep({ conversation, turn, of, taint }, dependencies);

      const keep = async () => {
        const { embedded } = await embeddingOf(text, { key, conversation }, dependencies);
        await store.remember({
          id,
          agent,
          runId,
          nodePath,
          step,
          user,
          ...embedded,
          at: new Date(),
          task: storableText(shortTask(task)),
          text: storableText(text),
          outside: taint,
          asOf,
        });
        await prune(agent, embedded.embedding, memory);
      };

      const stored = await withHeartbeat(async () => {
        await forgetting.catchUp(agent);
        if (!(await isForgotten()) && !(await store.has(agent, id))) await keep();
        // That may have been asked for while it was being stored.
        if (!(await isForgotten())) return true;
        await store.forget(agent, { id });
        return false;
      });
      // What an earlier attempt recorded of its failure is over.
      if (attempt > 1) await steps.finish(key, { status: 'completed', attempt });
      return { stored };
    } catch (error) {
      throw await memoryFailure(
        error,
        { key, label: `memory · turn ${turn}`, name: choice },
        dependencies,
      );
    }
  };
}

/**
 * Up to when a memory reaches: as its tools say, and of what other agents and outsiders told, as of the run.
 * @returns null where it tells of no time.
 */
async function asOfStep(
  about: Pick<RememberStepInput, 'turn' | 'of'> & { conversation: Conversation; taint: string[] },
  { conversations, momentOfRun }: Pick<Needs, 'conversations' | 'momentOfRun'>,
): Promise<Date | null> {
  const { conversation, turn, of, taint } = about;
  const stored = await conversations.messages(conversation.id);
  const told = stored
    .filter((entry) => (of === 'result' ? entry.turn <= turn : entry.turn === turn))
    .map(({ message }) => message);
  const newest = newestAsOf(told);
  const isByOthers =
    taint.length > 0 ||
    told.some((message) => message.role === 'tool' && delegateOf(conversation, message.name));
  if (!isByOthers) return newest;
  const moment = await momentOfRun.ofRun(conversation.runId);
  const ofRun = moment ? new Date(moment.asOf) : new Date();
  return newest && newest > ofRun ? newest : ofRun;
}

/** The step is stored whether or not older ones can be forgotten. */
async function prune(
  agent: string,
  embedding: string,
  { store, maximum, log }: AgentMemory,
): Promise<void> {
  try {
    const figures = await store.prune(agent, { maximum, embedding, now: new Date() });
    if (figures) log({ event: 'memory pruned', agent, store: store.name, ...figures });
  } catch (error) {
    log({ event: 'memory not pruned', agent, store: store.name, error });
  }
}
