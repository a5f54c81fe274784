import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { openShareSchema, sharedRunSchema } from '../../contracts/api/index.ts';
import type { SharedRun, StepView } from '../../contracts/api/index.ts';
import { whileShowing } from '../../db/sealing.ts';
import { viewStep } from '../../db/views/view-step.ts';
import { viewApproval } from '../approvals/view-approval.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import { viewConversation } from '../runs/view-conversation.ts';
import { viewRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';

const stepsAtOnce = 500;
const mostSteps = 5_000;
const mostApprovals = 200;

/** For what is wrong, what has ended and what was never there alike, so that nobody finds out which links there are. */
const refusal =
  'This link does not open a run: it is incomplete, expired or revoked. Ask whoever sent it for a new one.';

/** Opens what a link shows; its token is all that it takes. */
export const openShareRoute: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/shared-run',
    {
      config: { public: true },
      schema: {
        tags: ['runs'],
        summary: 'Get the run that a link shows, by the token of the link',
        security: [],
        body: openShareSchema,
        response: { 200: sharedRunSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { token } = asked.body;
      const share = await services.runShares.open(token);
      if (!share) {
        await app.refuseSecret(asked, 'share', token);
        throw new Problem('not-found', refusal);
      }
      reply.header('cache-control', 'no-store');
      return whileShowing(() => shared(services, share.runId, share.expiresAt));
    },
  );
};

/** Fields beyond those of the schema are left out as the answer is written. */
async function shared(services: Services, runId: string, expiresAt: Date): Promise<SharedRun> {
  const row = await services.runs.get(runId);
  if (!row) throw new Problem('not-found', refusal);
  const [run, steps, approvals, conversations] = await Promise.all([
    viewRun(services, row),
    stepsOf(services, runId),
    services.approvals.list({ runId, limit: mostApprovals }),
    conversationsOf(services, runId),
  ]);
  const titles = row.compiled.pipeline.nodes.flatMap(({ id, title }) =>
    title === undefined ? [] : [[id, title]],
  );
  return {
    run,
    steps,
    conversations,
    approvals: approvals.map(viewApproval),
    titles: Object.fromEntries(titles),
    expiresAt: expiresAt.toISOString(),
  };
}

async function stepsOf({ steps }: Services, runId: string): Promise<StepView[]> {
  const found: StepView[] = [];
  while (found.length < mostSteps) {
    const rows = await steps.list(runId, found.at(-1)?.sequence, stepsAtOnce);
    found.push(...rows.map(viewStep));
    if (rows.length < stepsAtOnce) break;
  }
  return found;
}

async function conversationsOf({ conversations }: Services, runId: string) {
  const paths = new Set((await conversations.list(runId)).map(({ nodePath }) => nodePath));
  const found = await Promise.all([...paths].map((path) => conversations.at(runId, path)));
  return Promise.all(
    found.flat().map(async (each) => viewConversation(each, await conversations.messages(each.id))),
  );
}
