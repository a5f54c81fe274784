import { expect, test } from 'vitest';
import { countStatements, listed, statementsEach, total } from '../support/statements.ts';
import { agentNamed, calls, says, scriptedAgents } from '../workflows/support/scripted-agents.ts';
import { readPage } from './support/read-page.ts';

const mostATurn = 7;

const reader = agentNamed('reader', { tools: ['read_page'], limits: { turns: 50, time: '5m' } });

/** How many turns a task asks for. */
const turnsIn = (task: unknown) => Number(/(\d+) turns/.exec(String(task))?.[1]);

test(
  `a turn of an agent, a model call and a call of a tool, takes at most ${mostATurn} SQL statements`,
  { timeout: 120_000 },
  async () => {
    const { start } = await scriptedAgents({
      agents: [reader],
      tools: [readPage],
      scripts: {
        reader({ messages }, turn) {
          const task = messages.find(({ role }) => role === 'user')?.content;
          if (turn === turnsIn(task)) return says('The book is read.');
          return calls(['read_page', { book: 'it', page: turn }]);
        },
      },
    });
    const statements = countStatements();
    const ofTurns = (turns: number) =>
      statements.during(async () => (await start({ task: `Take ${turns} turns` })).result());
    const [few, many] = [await ofTurns(3), await ofTurns(13)];
    const each = statementsEach(few, many, 10);
    expect(total(each), listed(each)).toBeLessThanOrEqual(mostATurn);
  },
);
