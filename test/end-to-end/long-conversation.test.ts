import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { estimateTextTokens } from '../../contracts/models/estimate-tokens.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { openDatabase } from '../../db/open.ts';
import { conversationRepository } from '../../db/repositories/runs/conversations.ts';
import { stepRepository } from '../../db/repositories/runs/steps.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { quietWorkers } from '../support/temporal.ts';
import { runInput } from '../workflows/support/harness.ts';
import { agentNamed } from '../workflows/support/scripted-agents.ts';
import { chainOf } from '../support/chain-of.ts';
import { startKillableWorker } from './support/killable-worker.ts';
import { openaiServer } from './support/model-server.ts';
import type { Asked, Scripted } from './support/model-server.ts';
import { temporalOfItsOwn } from '../support/temporal-of-its-own.ts';
import { testSealer } from '../support/keyring.ts';

const turns = 200;
const delegatingTurn = 60;
const appendixPages = 40;
const windowTokens = 30_000;
/** A history this long is followed by a new one: about 25 turns. */
const eventsOfARun = 300;

const limits = { turns: 400, time: '10m' };
const reader = agentNamed('reader', { tools: ['read_page'], delegates: ['helper'], limits });
const helper = agentNamed('helper', { tools: ['read_page'], limits });

/** Whom a question is for, and which page it has read last; a summary's by the notes that it asks for. */
function questionOf({ messages }: Asked): { who: string; page: number } {
  const system = String(messages[0]?.content);
  if (system.startsWith('You keep the notes')) return { who: 'summary', page: 0 };
  const who = system.startsWith(reader.instructions) ? 'reader' : 'helper';
  const last = messages.findLast(({ role }) => role === 'tool');
  const page = /page (\d+)\. |through page (\d+)/.exec(String(last?.content ?? ''));
  return { who, page: Number(page?.[1] ?? page?.[2] ?? 0) };
}

/** Reads page after page; in the middle, the reader has the helper read an appendix. */
function script(asked: Asked): Scripted {
  const { who, page } = questionOf(asked);
  if (who === 'summary') return { text: 'Somebody walks on, page after page.' };
  const isDone = page === (who === 'reader' ? turns : appendixPages);
  const through =
    who === 'helper' ? `The appendix is read, go on through page ${delegatingTurn}` : 'Read.';
  if (isDone) return { text: through };
  if (who === 'reader' && page === delegatingTurn - 1) {
    return { calls: [{ name: 'delegate_to_helper', args: { task: 'Read the appendix' } }] };
  }
  return { calls: [{ name: 'read_page', args: { book: who, page: page + 1 } }] };
}

function nameOf(question: Asked): string {
  const { who, page } = questionOf(question);
  return `${who} after page ${page}`;
}

/** The worker dies while these are asked: in the delegation, after it went on as new, and far into the book. */
const deadlyMoments = ['helper after page 33', 'reader after page 150'];

describe('an agent of 200 turns, 8 KB each', { timeout: 300_000 }, () => {
  it('outlives two deaths of its worker and goes on as new, also in a delegation, and pays no stored answer twice', async () => {
    quietWorkers();
    const temporal = await temporalOfItsOwn({
      'limit.historyCount.suggestContinueAsNew': eventsOfARun,
    });
    const { address, namespace, folder, client } = temporal;
    let held: string | undefined;
    const { url, asked } = await openaiServer((question) =>
      nameOf(question) === held ? new Promise(() => undefined) : script(question),
    );
    const data = join(folder, 'data');
    const worker = await startKillableWorker({
      address,
      namespace,
      folder: data,
      bundle: inject('workflowBundle'),
      url,
      windows: `*=${windowTokens}`,
    });

    const id = 'run_long';
    const input = runInput(
      {
        nodes: [{ id: 'read', kind: 'agent', agent: 'reader', task: 'Read the book' }],
        output: '{{ nodes.read.output }}',
      },
      { runId: id, agents: { reader, helper } },
    );
    await worker.store({ id, compiled: input.compiled });
    const run = await client.workflow.start<typeof runPipeline>('runPipeline', {
      workflowId: id,
      taskQueue: taskQueues.workflows,
      workflowTaskTimeout: '5s',
      args: [input],
    });

    const [agentId, helperId] = [`${id}/read`, `${id}/read/turn-${delegatingTurn}-0-helper`];
    const deaths: { stored: Set<string>; askedBefore: number }[] = [];
    held = deadlyMoments[0];
    for (const next of [...deadlyMoments.slice(1), undefined]) {
      await expect
        .poll(() => asked.slice(-1).map(nameOf), { timeout: 120_000, interval: 20 })
        .toEqual([held]);
      await worker.kill();
      const stored = await storedAnswers(data, [agentId, helperId]);
      deaths.push({ stored, askedBefore: asked.length });
      held = next;
      await worker.restart();
    }
    expect(await run.result()).toEqual({ report: 'Read.' });
    await worker.kill();

    for (const { stored, askedBefore } of deaths) {
      const again = asked.slice(askedBefore).map(nameOf);
      expect(again.filter((name) => stored.has(name))).toEqual([]);
    }
    const names = asked.map(nameOf).filter((name) => !name.startsWith('summary'));
    expect(names).toHaveLength(new Set(names).size + deadlyMoments.length);

    const ofReader = await chainOf(client, agentId);
    const ofHelper = await chainOf(client, helperId);
    expect(ofHelper.length).toBeGreaterThan(1);
    for (const { events } of [...ofReader, ...ofHelper])
      expect(events).toBeLessThan(eventsOfARun + 50);
    const bytes = ofReader.reduce((sum, part) => sum + part.bytes, 0);
    expect(bytes / turns).toBeLessThan(6 * 1024);

    for (const { messages } of asked) {
      expect(estimateTextTokens([JSON.stringify(messages)])).toBeLessThan(windowTokens);
      const calls = messages.flatMap(({ tool_calls: list = [] }) => list as { id: string }[]);
      expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(calls.length);
    }

    const { db, close } = await openDatabase({ dataFolder: data, sealer: testSealer });
    const steps = await stepRepository(db).list(id, 0, 2_000);
    await close();
    const summaries = steps.filter(({ step }) => step.startsWith('summary-'));
    expect(summaries.length).toBeGreaterThan(0);
    expect(summaries.map(({ status }) => status)).toEqual(summaries.map(() => 'completed'));
    const paid = asked.filter((question) => questionOf(question).who === 'summary');
    expect(paid).toHaveLength(summaries.length);
  });
});

/** The questions whose answers are on record, by name, read while no worker is there. */
async function storedAnswers(dataFolder: string, ids: string[]): Promise<Set<string>> {
  const { db, close } = await openDatabase({ dataFolder, sealer: testSealer });
  try {
    const names = await Promise.all(
      ids.map(async (id) => {
        const who = id.endsWith('helper') ? 'helper' : 'reader';
        const messages = await conversationRepository(db).messages(id);
        const answers = messages.filter(({ message }) => message.role === 'assistant');
        return answers.map(({ turn }) => `${who} after page ${turn - 1}`);
      }),
    );
    return new Set(names.flat());
  } finally {
    await close();
  }
}
