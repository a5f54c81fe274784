import { canonicalJson } from '../../../contracts/base/json.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { isAskedFor, stricterPolicy } from '../../../contracts/tools/side-effects.ts';
import type { SideEffectPolicy } from '../../../contracts/tools/side-effects.ts';
import type { ToolTerms } from '../../../contracts/tools/tools.ts';
import { callHash } from '../../tool-kit/agent-asking.ts';
import type { AgentAsking, DecidedCall } from '../../tool-kit/agent-asking.ts';
import { ApprovalNeeded, ToolRefused } from '../../tool-kit/executor.ts';
import type { ToolRequest } from '../../tool-kit/executor.ts';
import type { DescribedTool } from '../../tool-kit/tool.ts';

type Asked = Pick<ToolRequest, 'tool' | 'allowedTools' | 'asking' | 'args'>;
type Terms = Pick<ToolTerms, 'sideEffects'>;

/** What is looked up of a call before a person is asked about it. */
type Lookups = {
  /** What a person is shown beside the arguments; throws where the call would surely be refused. */
  propose: () => Promise<JsonObject>;
  /** Whether the call only makes smaller what is at risk. */
  reducesRisk: () => Promise<boolean>;
};

/** What is set where nothing is: a person is asked once an agent has read content from outside. */
const freest: SideEffectPolicy = 'ask-after-outside';

const refusal = (message: string) => new ToolRefused('PERMISSION_DENIED', message);

/**
 * An agent may ask for a side effect only where somebody has said how that is decided.
 * @throws {ToolRefused} `PERMISSION_DENIED`
 */
export function checkSideEffectOfAgent(
  tool: DescribedTool,
  { allowedTools, asking }: Asked,
  { sideEffects = freest }: Terms,
): void {
  if (!tool.sideEffect || !allowedTools) return;
  if (asking && sideEffects !== 'refuse') return;
  throw refusal(
    `Agents cannot call ${tool.name} here because it has a side effect. An admin can allow it with ` +
      'BATON_AGENT_SIDE_EFFECTS=ask, or use a tool node behind an approval in the pipeline.',
  );
}

/**
 * Holds a call that needs a person, of an agent or of a pipeline's node, until there is an approval for exactly this call.
 * @throws {ApprovalNeeded} where a person is to be asked.
 * @throws {ToolRefused} `PERMISSION_DENIED` where one has declined, did not answer, or approved something else.
 */
export async function checkApproval(
  tool: DescribedTool,
  request: Asked,
  { sideEffects = freest }: Terms,
  { propose, reducesRisk }: Lookups,
): Promise<void> {
  const { allowedTools, asking } = request;
  if (!asking || !(tool.sideEffect || asking.always)) return;
  if (asking.approval) return checkDecision(tool, request, asking.approval);
  // What an admin has set is of agents: of nodes, whoever wrote the pipeline says it.
  if (!needsPerson(asking, allowedTools ? sideEffects : 'allow')) return;
  if (asking.sparesRelief && (await reducesRisk())) return;
  throw new ApprovalNeeded(tool.name, await propose());
}

function needsPerson({ policy, taint, always }: AgentAsking, most: SideEffectPolicy): boolean {
  if (always) return true;
  return isAskedFor(stricterPolicy(policy, most), taint.length > 0);
}

const ends: Record<DecidedCall['status'], (tool: string, call: DecidedCall) => string | undefined> =
  {
    approved: () => undefined,
    pending: (tool) => `The call of ${tool} is still waiting for approval.`,
    withdrawn: (tool) => `The approval of the call of ${tool} was withdrawn.`,
    expired: (tool) => `The approval of the call of ${tool} expired, so the call was not made.`,
    rejected: (tool, { by, comment }) =>
      `${by ?? 'A person'} rejected the call of ${tool}${comment ? `: ${comment}` : '.'}`,
  };

function checkDecision(
  tool: DescribedTool,
  { tool: asked, args, allowedTools }: Asked,
  approval: DecidedCall,
): void {
  const why = ends[approval.status](tool.name, approval);
  if (why !== undefined) {
    const told =
      'Do not ask for the same call again. Continue without it, and say so in the result.';
    throw refusal(allowedTools ? `${why} ${told}` : why);
  }
  const { hash, askedArgs, editedArgs } = approval;
  const isSame =
    hash === callHash(asked, askedArgs) &&
    canonicalJson(args) === canonicalJson(editedArgs ?? askedArgs);
  if (isSame) return;
  throw refusal(`Approval ${approval.id} is not for this call of ${tool.name}.`);
}
