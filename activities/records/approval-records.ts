import { createHash, randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { RecordActivities, RequestApprovalInput } from '../../contracts/activities/index.ts';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import { callProblems } from '../../contracts/tools/argument-rules.ts';
import { placedText } from '../../contracts/values/problem.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { BudgetRepository } from '../../db/repositories/models/budgets.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { callHash } from '../tool-kit/agent-asking.ts';
import { calledTool } from '../tools/agent-call.ts';

type Needs = {
  approvals: ApprovalRepository;
  artifacts: Artifacts;
  budgets: BudgetRepository;
  conversations: ConversationRepository;
  runs: RunRepository;
  tools: ToolExecutor;
};

/** Long enough that nobody guesses a token. */
const tokenBytes = 32;
/** Of what is told of a mistake. */
const mostCharacters = 500;

type Call = { tool: string; args: Json };

/** Approvals as people find them, and the run's status while it waits for one. */
export function createApprovalRecords({
  approvals,
  artifacts,
  budgets,
  conversations,
  runs,
  tools,
}: Needs): Pick<
  RecordActivities,
  'requestApproval' | 'closeApproval' | 'recordRefusal' | 'raiseBudget'
> {
  async function callOf(place: NonNullable<RequestApprovalInput['call']>): Promise<Call> {
    const { tool, args } = await calledTool(place, { conversations });
    return { tool, args };
  }

  /**
   * The workflow has compared digests; whoever calls the activity by another way has not.
   * @throws `Forbidden`, not retryable.
   */
  async function requireToken(approvalId: string, given: string | undefined): Promise<void> {
    const token = await approvals.tokenOf(approvalId);
    if (token === null || (given !== undefined && sha256(given) === sha256(token))) return;
    throw ApplicationFailure.nonRetryable(
      `The decision does not have the token of approval ${approvalId}.`,
      'Forbidden',
    );
  }

  /** Why changed arguments do not fit the tool that they are for; undefined where they do. */
  async function misfit(approvalId: string, args: JsonObject): Promise<string | undefined> {
    const tool = (await approvals.get(approvalId))?.tool;
    const spec = tool && tools.find(tool);
    if (!spec) return undefined;
    const mistakes = callProblems({ tool, parameters: spec.parameters }, args, ['args']);
    if (mistakes.length === 0) return undefined;
    const text = mistakes.map(({ path, message }) => placedText(path, message)).join('; ');
    return cutText(text, mostCharacters);
  }

  return {
    async requestApproval({ approvalId, expiresAt, show, editable, call, effect, ...rest }) {
      const content = await artifacts.resolve(show);
      const given = effect ?? editable;
      const asked = call
        ? await callOf(call)
        : given && { tool: given.tool, args: await artifacts.resolve(given.args) };
      const hash =
        (call ?? effect) && asked ? callHash(asked.tool, asked.args) : hashOf(content, asked);
      const token = await approvals.request({
        ...rest,
        id: approvalId,
        show: content,
        ...asked,
        hash,
        token: randomBytes(tokenBytes).toString('base64url'),
        requestedAt: new Date(),
        expiresAt: new Date(expiresAt),
      });
      await runs.settleWaiting(rest.runId);
      return { hash, ...(token !== null && { digest: sha256(token) }) };
    },

    async closeApproval({ approvalId, runId, token, ...end }) {
      if (end.status === 'approved' || end.status === 'rejected') {
        await requireToken(approvalId, token);
      }
      const refused = end.editedArgs && (await misfit(approvalId, end.editedArgs));
      if (refused !== undefined) return { refused };
      await approvals.close(approvalId, end);
      await runs.settleWaiting(runId);
      return undefined;
    },

    async recordRefusal({ approvalId, ...refusal }) {
      await approvals.refuse(approvalId, refusal);
    },

    async raiseBudget({ approvalId, runId, account, byUsd, token, ...decision }) {
      await requireToken(approvalId, token);
      await budgets.raise(account, byUsd, approvalId);
      await approvals.close(approvalId, { status: 'approved', ...decision });
      await runs.settleWaiting(runId);
    },
  };
}

/** Of what a person is shown, and of the arguments that may be changed. */
function hashOf(content: Json, asked: Call | undefined): string {
  const decidedOn = asked ? [content, asked.args] : content;
  return sha256(canonicalJson(decidedOn));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
