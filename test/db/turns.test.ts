import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentSchema } from '../../contracts/agents/index.ts';
import type { StepKey } from '../../contracts/activities/index.ts';
import type { AssistantMessage } from '../../contracts/models/messages.ts';
import { messagePlaces } from '../../contracts/models/message-places.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { conversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import { stepRepository } from '../../db/repositories/runs/steps.ts';
import { turnRepository } from '../../db/repositories/runs/turns.ts';
import type { TurnRepository } from '../../db/repositories/runs/turns.ts';
import { storedRun } from '../activities/support/activities.ts';
import { everyDatabase } from '../support/databases.ts';

const id = 'run_1/look';
const keyOf = (turn: number): StepKey => ({
  runId: 'run_1',
  nodePath: 'look',
  step: `turn-${turn}`,
});
const says = (text: string): AssistantMessage => ({
  role: 'assistant',
  text,
  toolCalls: [],
  model: 'openai:a',
});
const gives = (text: string, outside?: string[]) => ({
  role: 'tool' as const,
  callId: 'a',
  name: 'read_page',
  text,
  isError: false,
  ...(outside && { outside }),
});

describe.each(everyDatabase)('the turns of a conversation, on $name', ({ open }) => {
  let database: OpenDatabase;
  let conversations: ConversationRepository;
  let ours: TurnRepository;
  let theirs: TurnRepository;

  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
    conversations = conversationRepository(database.db);
    ours = worker();
    theirs = worker();
    const agent = agentSchema.parse({ name: 'a', role: 'a', instructions: 'Look.' });
    const parts = { agent, delegates: {}, settings: {}, budgets: [], outside: ['a feed'] };
    await conversations.open({ id, runId: 'run_1', nodePath: 'look', ...parts }, [
      { role: 'user', text: 'Look' },
    ]);
  });
  afterEach(() => database.close());

  /** What one worker knows of conversations. */
  function worker(): TurnRepository {
    return turnRepository({ conversations, steps: stepRepository(database.db) });
  }

  async function answer(turns: TurnRepository, turn: number, text: string): Promise<boolean> {
    await stepRepository(database.db).start(keyOf(turn), {
      kind: 'model',
      name: 'm',
      label: '',
      attempt: 1,
    });
    const end = { status: 'completed' as const, attempt: 1, inputTokens: turn };
    return turns.finish(keyOf(turn), end, { id, turn, answer: says(text) });
  }

  /** Has a worker take a turn whose answer calls a tool. */
  async function take(turns: TurnRepository, turn: number, outside?: string[]): Promise<void> {
    await turns.before(id, turn);
    await answer(turns, turn, `answer ${turn}`);
    const message = gives(`result ${turn}`, outside);
    await conversations.append(id, [{ turn, position: 1, message }]);
  }

  const textsBefore = async (turns: TurnRepository, turn: number) =>
    (await turns.before(id, turn)).messages.map(({ message }) => message.text);

  const told = (turn: number) => [`answer ${turn}`, `result ${turn}`];

  it('are read to the end by the worker that wrote those before', async () => {
    await take(ours, 1);
    await take(ours, 2);
    expect(await textsBefore(ours, 3)).toEqual(['Look', ...told(1), ...told(2)]);
    expect(await ours.answer(id, 2)).toEqual(says('answer 2'));
  });

  it('are read to the end by workers that take turns', async () => {
    await take(ours, 1, ['page 1']);
    await take(theirs, 2, ['page 2']);
    await take(ours, 3, ['page 3']);
    await take(theirs, 4, ['page 4']);
    expect(await textsBefore(ours, 5)).toEqual(['Look', ...[1, 2, 3, 4].flatMap(told)]);
    for (const turns of [ours, theirs]) {
      expect(await turns.taint(id, 5)).toEqual(['a feed', 'page 1', 'page 2', 'page 3', 'page 4']);
      expect(await turns.answer(id, 3)).toEqual(says('answer 3'));
      expect(await turns.asked(id, 3, keyOf(3))).toMatchObject({ inputTokens: 3 });
    }
  });

  it('hold what somebody added to turns that were read', async () => {
    await take(ours, 1);
    await ours.before(id, 2);
    const message = { role: 'user' as const, text: 'Look twice' };
    await conversations.append(id, [{ turn: 1, position: messagePlaces.instruction, message }]);
    expect(await textsBefore(ours, 2)).toEqual(['Look', ...told(1), 'Look twice']);
  });

  it.each([1, 2])(
    'begin with a summary of the turns up to %i that another worker wrote',
    async (through) => {
      await take(ours, 1, ['page 1']);
      await take(ours, 2, ['page 2']);
      await ours.before(id, 3);
      const message = { role: 'user' as const, text: 'What was', outside: ['page 1'] };
      await conversations.append(id, [{ turn: through, position: messagePlaces.summary, message }]);
      const left = through === 1 ? told(2) : [];
      expect(await textsBefore(ours, 3)).toEqual(['Look', 'What was', ...left]);
      expect(await ours.taint(id, 3)).toEqual(['a feed', 'page 1', 'page 2']);
      await take(ours, 3);
      expect(await textsBefore(ours, 4)).toEqual(['Look', 'What was', ...left, ...told(3)]);
      expect(await ours.taint(id, 4)).toEqual(['a feed', 'page 1', 'page 2']);
    },
  );

  it('have the answer that was stored first, and the step of that', async () => {
    await ours.before(id, 1);
    await theirs.before(id, 1);
    expect(await answer(theirs, 1, 'first')).toBe(true);
    expect(
      await ours.finish(
        keyOf(1),
        { status: 'completed', attempt: 1, inputTokens: 9 },
        { id, turn: 1, answer: says('second') },
      ),
    ).toBe(false);
    expect(await ours.answer(id, 1)).toEqual(says('first'));
    expect((await ours.before(id, 1)).answer).toEqual(says('first'));
    expect(await stepRepository(database.db).get(keyOf(1))).toMatchObject({ inputTokens: 1 });
  });

  it('have an answer that is stored though a later attempt has begun, whose step it leaves open', async () => {
    const steps = stepRepository(database.db);
    const start = { kind: 'model' as const, name: 'm', label: '' };
    await steps.start(keyOf(1), { ...start, attempt: 2 });
    const end = { status: 'completed' as const, attempt: 1 };
    expect(await ours.finish(keyOf(1), end, { id, turn: 1, answer: says('late') })).toBe(false);
    expect(await theirs.answer(id, 1)).toEqual(says('late'));
    expect(await steps.get(keyOf(1))).toMatchObject({ status: 'running', attempt: 2 });
  });
});
