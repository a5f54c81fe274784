import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../db/open.ts';
import { conversationRepository } from '../../db/repositories/runs/conversations.ts';
import { agentNamed, calls, says, scriptedAgents } from '../workflows/support/scripted-agents.ts';
import { readPage } from './support/read-page.ts';

const turns = 200;
const mostEventsATurn = 7.5;
/** To the characters of the conversation, a little more than the 8 KB that each turn reads. */
const mostStored = 1.2;

const reader = agentNamed('reader', {
  tools: ['read_page'],
  limits: { turns: turns + 1, time: '10m' },
});

test(
  `a turn takes at most ${mostEventsATurn} events of history, and ${turns} of 8 KB are stored in ${mostStored} times their size`,
  { timeout: 300_000 },
  async () => {
    const { start, client, db } = await scriptedAgents({
      agents: [reader],
      tools: [{ ...readPage, quick: true }],
      windows: 'openai:*=2000000',
      scripts: {
        reader(_, turn) {
          if (turn > turns) return says('The book is read.');
          return calls(['read_page', { book: 'it', page: turn }]);
        },
      },
    });
    const before = await bytesOf(db);
    const run = await start({ task: 'Read it all' });
    await run.result();
    const inDatabase = (await bytesOf(db)) - before;
    const agentId = `${run.workflowId}/look`;
    const [ofRun, ofAgent] = await Promise.all(
      [run.workflowId, agentId].map((id) => client.workflow.getHandle(id).describe()),
    );
    const histories = (ofRun?.historySize ?? Infinity) + (ofAgent?.historySize ?? Infinity);
    const messages = await conversationRepository(db).messages(agentId);
    const conversation = messages.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
    expect(conversation).toBeGreaterThan(turns * 8 * 1024);
    expect((ofAgent?.historyLength ?? Infinity) / turns).toBeLessThanOrEqual(mostEventsATurn);
    expect((inDatabase + histories) / conversation).toBeLessThanOrEqual(mostStored);
  },
);

async function bytesOf(db: Database): Promise<number> {
  const bytes = sql<string>`pg_database_size(current_database())`;
  const [row] = await db.select({ bytes }).from(sql`(select) as nothing`);
  return Number(row?.bytes);
}
