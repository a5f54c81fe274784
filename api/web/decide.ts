import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { decideByLink, linkedApproval } from '../approvals/link-decisions.ts';
import type { LinkedApproval } from '../approvals/link-decisions.ts';
import { previewApproval } from '../approvals/preview-approval.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import { toolsByName } from '../../contracts/tools/tools.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { sendDecided, sendDecisionPage, sendNoLink } from './decide-page.ts';
import { domains } from '../domains.ts';
import { addFormBodies } from './form-bodies.ts';

/** What a worker does not tell in this time, the page does without. */
const previewMs = 3_000;

const tokenSchema = z.string().max(200).catch('');
const query = z.object({ token: tokenSchema });
const form = z.object({
  token: tokenSchema,
  hash: z.string().max(100),
  decision: z.enum(['approve', 'reject']),
  comment: z.string().trim().max(2_000).default(''),
});

const open = { config: { public: true }, schema: { hide: true } };

/**
 * Where a person decides with a link that was sent to them: `GET /decide` shows all of it and changes nothing, since mail
 * programs follow links; the click sends `POST /decide`. The token is what lets them in: no session counts here.
 */
export function addDecisionLinks(app: FastifyInstance, services: Services): void {
  app.get('/decide', open, async (request, reply) => {
    const { token } = query.parse(request.query);
    const linked = await requireLinked(request, token);
    return linked ? show(reply, token, linked) : sendNoLink(reply);
  });

  void app.register(async (forms) => {
    addFormBodies(forms);
    forms.post('/decide', open, async (request, reply) => {
      const given = form.safeParse(request.body ?? {});
      const token = tokenSchema.parse((request.body as { token?: unknown } | null)?.token);
      const linked = await requireLinked(request, token);
      if (!linked) return sendNoLink(reply);
      if (!given.success) return show(reply, token, linked, 'Choose Approve or Reject.');
      const { hash: seenHash, decision, comment } = given.data;
      try {
        const decided = await decideByLink(services, linked, {
          token,
          decision,
          comment,
          seenHash,
          request,
        });
        const told = { decided, decision, linked, comment, runUrl: runUrl(linked) };
        return sendDecided(reply, told);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const again = await linkedApproval(services, token);
        return show(reply, token, again ?? linked, error.message);
      }
    });
  });

  /** @throws {Problem} `too-many-requests` for an address that has tried many tokens. */
  async function requireLinked(
    request: FastifyRequest,
    token: string,
  ): Promise<LinkedApproval | undefined> {
    const linked = await linkedApproval(services, token);
    if (!linked) await app.refuseSecret(request, 'code', token);
    return linked;
  }

  const runUrl = ({ approval }: LinkedApproval) => services.links.page(approval.runId);

  async function show(
    reply: FastifyReply,
    token: string,
    linked: LinkedApproval,
    problem?: string,
  ): Promise<FastifyReply> {
    const { approval, over } = linked;
    const { tools } = await publishedCatalog(services);
    const tool = approval.tool === null ? undefined : entryOf(toolsByName(tools), approval.tool);
    const preview =
      over === undefined && tool?.preview
        ? await previewApproval(
            services,
            approval,
            undefined,
            AbortSignal.timeout(previewMs),
          ).catch(() => null)
        : undefined;
    return sendDecisionPage(reply, {
      token,
      linked,
      tool,
      ...inDomains(approval),
      preview,
      runUrl: runUrl(linked),
      problem,
    });
  }
}

/** What the domains say of what is asked for. */
function inDomains({ args, show, tool }: LinkedApproval['approval']) {
  const lines = domains.map((domain) => domain.callLine({ args, show }));
  return {
    line: lines.find((line) => line !== undefined),
    isSimulated: domains.some(({ simulatedTools }) => simulatedTools.includes(tool ?? '')),
  };
}
