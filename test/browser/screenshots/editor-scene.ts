import type { ApprovalView, RunView } from '../../../contracts/api/index.ts';
import type { Api } from '../support/api.ts';
import { draft, morningDesk, pinned, priceCheck } from './editor-documents.ts';
import type { Mailbox } from './mailbox.ts';

/** What there is to be seen of building and deciding: ids of runs, and tokens of links that decide. */
export type EditorScene = Record<
  | 'draft'
  | 'change'
  | 'refusal'
  | 'explanation'
  | 'several'
  | 'drift'
  | 'plan'
  | 'decideToken'
  | 'orderToken'
  | 'usedToken',
  string
>;

const people = { grace: ['approver'], linus: ['approver', 'operator'] };

/** Uses a Baton in all the ways of building and deciding that leave something to see. */
export async function setEditorScene(
  api: Api,
  mailbox: Mailbox,
  url: string,
): Promise<EditorScene> {
  const { ask, untilStatus } = api;
  const put = (path: string, body: object) => ask<unknown>('PUT', path, body);
  const start = async (document: object, input = {}) => {
    const { id } = await ask<RunView>('POST', '/api/v1/runs', { document, input });
    return id;
  };
  for (const [user, roles] of Object.entries(people)) {
    await ask('PATCH', `/api/v1/users/${user}`, { roles, groups: ['desk'] });
    await put(`/api/v1/notifications/settings?user=${user}`, { webhook: mailbox.url });
  }

  await ask('POST', '/api/v1/pipelines', morningDesk);
  for (const { note, document } of priceCheck) await saveVersion(api, document, note);
  await put('/api/v1/pipelines/price-check/publishing', { publishing: 'by-hand' }).catch(() => {});
  await ask('POST', '/api/v1/pipelines', pinned);
  await ask('POST', '/api/v1/triggers/morning-desk.asked/fire').catch(() => undefined);
  await ask('POST', '/api/v1/triggers/twice-a-day.noon_and_night/fire').catch(() => undefined);

  const decided = async (id: string) => {
    await untilStatus(id, 'waiting');
    return mailbox.tokenOf(id);
  };
  const several = await start(asking('Send the letter to all clients?', { quorum: 2 }));
  await approveBy(url, await decided(several), api, several);
  const letter = await start(asking('Publish the report?', {}));
  const used = await start(asking('Publish yesterday’s report?', {}));
  const order = await start(orderAt(1));
  const drift = await start(orderAt(0.9));
  const usedToken = await decided(used);
  await approveBy(url, usedToken, api, used);

  await ask('POST', '/api/v1/agents', planner);
  const plan = await ask<RunView>('POST', '/api/v1/tasks', {
    agent: planner.name,
    task: 'Report on SPX: trend, momentum, and what could go wrong.',
  });
  return {
    ...(await sayAll(start)),
    several,
    drift: (await untilStatus(drift, 'waiting')).id,
    plan: (await untilStatus(plan.id, 'waiting')).id,
    decideToken: await decided(letter),
    orderToken: await decided(order),
    usedToken,
  };
}

/** An agent whose plan somebody approves, and whose result has a form of its own. */
const planner = {
  name: 'careful_analyst',
  role: 'Careful analyst',
  instructions: 'Read the price, then the indicators, and report what you found.',
  tools: ['get_price', 'get_indicators'],
  planning: 'model',
  planApproval: { approvers: ['operator'] },
  limits: { turns: 8, budget: { usd: 0.5 } },
};

const asking = (title: string, terms: object) => ({
  name: 'ask-the-desk',
  title: 'Ask the desk',
  nodes: [
    {
      id: 'confirm',
      kind: 'approval',
      title,
      show: {
        summary: 'Volatility fell by a third; two of the five positions were closed.',
        pages: 4,
      },
      approvers: ['desk'],
      escalate: { after: '8h', approvers: ['admin'] },
      ...terms,
    },
  ],
  edges: [],
});

/** Asks for an order decided at a part of the price of now. */
const orderAt = (part: number) => ({
  name: 'ask-for-an-order',
  title: 'Ask for an order',
  nodes: [
    { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
    {
      id: 'confirm',
      kind: 'approval',
      title: 'Buy 2 SPX?',
      show: { reason: 'The trend is up, and the last dip was bought.', confidence: 0.8 },
      tool: 'create_paper_order',
      args: {
        symbol: 'SPX',
        side: 'buy',
        quantity: 2,
        referencePrice: `{{ nodes.price.output.price * ${part.toFixed(2)} }}`,
      },
      approvers: ['operator', 'desk'],
    },
  ],
  edges: [{ from: 'price', to: 'confirm' }],
});

async function saveVersion({ ask, put }: Api, document: { name: string }, note: string) {
  const path = `/api/v1/pipelines/${document.name}`;
  const stored = await ask<{ revision: string }>('GET', path).catch(() => undefined);
  await put(`${path}?note=${encodeURIComponent(note)}`, JSON.stringify(document), stored?.revision);
}

/** Approves as the one to whom a link was sent. */
async function approveBy(url: string, token: string, { ask }: Api, runId: string): Promise<void> {
  const { hash } = await ask<ApprovalView>('GET', `/api/v1/approvals/${runId}.confirm`);
  const body = new URLSearchParams({ token, hash, decision: 'approve', comment: 'Fine by me' });
  const headers = { origin: url };
  const answer = await fetch(`${url}/decide`, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`POST /decide: ${answer.status} ${await answer.text()}`);
}

/** What a model would say, as runs that came to it. */
async function sayAll(start: (document: object, input: object) => Promise<string>) {
  const said = (output: object) =>
    start(repeating, {
      request: draftRequest,
      said: { outcome: 'draft', document: null, problems: [], ...output },
    });
  const [first, ...others] = priceCheck[2]!.document.nodes;
  const changed = {
    ...priceCheck[2]!.document,
    nodes: [first, { ...others[0], when: 'nodes.price.output.price > 1200' }, others[1], reviewed],
    edges: [...priceCheck[2]!.document.edges, { from: 'say', to: 'sign' }],
  };
  const [drafted, change, refusal, explanation] = await Promise.all([
    said({
      text: 'It compares the indices, lets both sides argue, and asks you.',
      document: draft,
    }),
    said({
      text: 'You sign before it goes out, and only prices above 1,200 count as high.',
      document: changed,
    }),
    said({ outcome: 'refusal', text: 'There is no tool that sends a fax.', problems: faults }),
    said({ outcome: 'explanation', text: explained }),
  ]);
  return { draft: drafted, change, refusal, explanation };
}

const draftRequest =
  'Every weekday at the close, compare three indices, let a bull and a bear argue, and ask me before buying';
const reviewed = { id: 'sign', kind: 'approval', title: 'Sign', show: '{{ nodes.say.output }}' };
const faults = [
  {
    path: 'nodes[0].tool',
    message: 'tool send_fax not found',
    fix: 'use one of the tools under Tools',
  },
  {
    path: 'edges[1].to',
    message: 'node answer not found',
    fix: 'use the id of a node of this pipeline',
  },
];
const explained =
  'The symbol NOTHING is in no market that Baton knows, so get_price had nothing to read.\n\nWrite a symbol that there is, such as SPX, or give the pipeline an input for it.';

/** Answers with what it was given. */
const repeating = {
  name: 'said',
  title: 'Say what to build',
  inputs: {
    type: 'object',
    required: ['said'],
    properties: { request: { type: 'string' }, said: { type: 'object' } },
  },
  nodes: [{ id: 'write', kind: 'transform', value: '{{ inputs.said }}' }],
  edges: [],
  output: '{{ nodes.write.output }}',
};
