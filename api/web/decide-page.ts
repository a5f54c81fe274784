import type { FastifyReply } from 'fastify';
import type { ApprovalPreview } from '../../contracts/api/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { LinkedApproval } from '../approvals/link-decisions.ts';
import { momentText } from '../approvals/decision-words.ts';
import { consequenceRows, factRows, shownPart } from './decide-facts.ts';
import { exactHtml, isNothing, rowsHtml, valueHtml } from './decide-values.ts';
import { escapeHtml, sendPage } from './page.ts';

type DecisionPage = {
  token: string;
  linked: LinkedApproval;
  /** The tool that is called on an approval; undefined where none is, or none is known. */
  tool: ToolSpec | undefined;
  /** What is asked for in a plain line, where its domain knows one. */
  line: string | undefined;
  /** Whether its side effect stays within Baton. */
  isSimulated: boolean;
  /** What the call would do now; null where no worker told, undefined where there is nothing to tell. */
  preview: ApprovalPreview | null | undefined;
  runUrl: string;
  /** Why a decision was not taken. */
  problem: string | undefined;
};

/** For a token that no link has, such as one of a run that was deleted. */
export function sendNoLink(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, {
    title: 'This link leads nowhere',
    body: '<p>Check that you opened all of it. If the run was deleted, there is nothing to decide any more.</p>',
  });
}

/** What is to be decided, all of it, and two buttons where the person may. */
export function sendDecisionPage(reply: FastifyReply, page: DecisionPage): FastifyReply {
  const { linked, problem, runUrl } = page;
  const { approval, over } = linked;
  return sendPage(reply, problem === undefined ? 200 : 409, {
    title: escapeHtml(approval.title),
    body: `
${problem === undefined || problem === over ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
${over === undefined ? '' : `<p class="over" role="alert">${escapeHtml(over)}</p>`}
${asked(page)}
${over === undefined ? `<h2>What happens</h2>${rowsHtml(consequenceRows(approval, page.tool))}` : ''}
${risks(page)}
<h2>Who and when</h2>${rowsHtml(factRows(linked))}
${over === undefined ? buttons(page) : ''}
${approval.args === null ? '' : exactHtml(`Exact arguments of ${approval.tool ?? 'the call'}`, approval.args)}
${exactHtml('All that is shown, as JSON', approval.show)}
<p><a href="${escapeHtml(runUrl)}">The run in the app</a> (asks you to sign in)</p>`,
  });
}

/** That a decision was taken, and what comes of it. */
export function sendDecided(
  reply: FastifyReply,
  {
    decided,
    decision,
    linked: { principal },
    comment,
    runUrl,
  }: {
    decided: ApprovalRow;
    decision: 'approve' | 'reject';
    linked: LinkedApproval;
    comment: string;
    runUrl: string;
  },
): FastifyReply {
  const verb = decision === 'approve' ? 'approved' : 'rejected';
  const isOpen = decided.status === 'pending';
  const counted = decided.voices.at(-1)?.counts.length ?? 0;
  const then =
    isOpen && counted > 0
      ? `${counted} of ${decided.quorum} people have approved. The run goes on when enough have.`
      : isOpen
        ? 'The decision is on its way. The run receives it as soon as a worker answers.'
        : 'The run goes on with your decision.';
  return sendPage(reply, isOpen && counted === 0 ? 202 : 200, {
    title: `You ${verb} this`,
    body: `
<p><strong>${escapeHtml(decided.title)}</strong></p>
<p>${escapeHtml(then)}</p>
${rowsHtml([
  ['Decided by', principal.name],
  ['Decided', momentText(new Date())],
  ...(comment === '' ? [] : [['Comment', comment] as const]),
])}
<p class="muted">This link works no more.</p>
<p><a href="${escapeHtml(runUrl)}">The run in the app</a> (asks you to sign in)</p>`,
  });
}

/** What would be done in a line, why, and with which figures. */
function asked({ linked: { approval }, line, tool }: DecisionPage): string {
  const { args } = approval;
  const about = shownPart(approval);
  const isCall = args !== null || line !== undefined;
  const why = isNothing(about)
    ? ''
    : `<h2>${isCall ? 'Why' : 'What it is about'}</h2>${valueHtml(about)}`;
  const figures =
    args === null
      ? ''
      : `<h2>${escapeHtml(line === undefined ? `What would be done: ${approval.tool ?? ''}` : 'Figures')}</h2>${valueHtml(args, titlesOf(tool))}`;
  return `${line === undefined ? '' : `<p class="line">${escapeHtml(line)}</p>`}
${line === undefined ? `${figures}${why}` : `${why}${figures}`}`;
}

/** What a tool calls its arguments. */
function titlesOf(tool: ToolSpec | undefined): Record<string, string> {
  const { properties } = tool?.parameters ?? {};
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const title = isJsonObject(property) ? property['title'] : undefined;
      return typeof title === 'string' ? [[name, title]] : [];
    }),
  );
}

function effectLine({ tool, isSimulated }: DecisionPage): string[] {
  if (isSimulated) return [plain('Paper account: no real money moves.')];
  return tool?.sideEffect ? [bad(`${tool.name} changes something outside of Baton.`)] : [];
}

function risks(page: DecisionPage): string {
  const {
    linked: { approval },
    preview,
  } = page;
  const lines = [
    ...effectLine(page),
    ...(approval.outside.length > 0
      ? [bad(`It rests on content that others wrote: ${approval.outside.join(', ')}`)]
      : []),
    ...(preview?.refusals.map((text) => bad(`The call would be refused now: ${text}`)) ?? []),
    ...(preview && preview.refusals.length > 0 ? [plain(refusedNote(preview))] : []),
    ...(preview?.facts.map(({ label, value, warns }) =>
      (warns ? bad : plain)(`${label}: ${value}`),
    ) ?? []),
    ...(preview === null ? [plain(unknownText(page))] : []),
  ];
  return lines.length === 0 ? '' : `<h2>Risk</h2><ul>${lines.join('')}</ul>`;
}

function unknownText({ isSimulated }: DecisionPage): string {
  const what = isSimulated ? 'The current price' : 'What the call would do now';
  return `${what} could not be looked up. Reload, or open the run in the app.`;
}

function refusedNote({ revision }: ApprovalPreview): string {
  const note =
    'You can approve, but if nothing changes before the call is made, it is refused and its node fails.';
  return revision ? `${note} To approve it with the values of now, open the run in the app.` : note;
}

const bad = (text: string) => `<li class="bad">${escapeHtml(text)}</li>`;
const plain = (text: string) => `<li>${escapeHtml(text)}</li>`;

function buttons({ token, linked }: DecisionPage): string {
  const { approval, cannotApprove, cannotReject, principal } = linked;
  if (cannotReject !== undefined) return `<p class="bad">${escapeHtml(cannotReject)}</p>`;
  return `
${cannotApprove === undefined ? '' : `<p class="bad">${escapeHtml(cannotApprove)} You can reject it.</p>`}
<form method="post" action="/decide">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="hash" value="${escapeHtml(approval.hash)}">
<label for="comment">Comment (optional)</label>
<textarea id="comment" name="comment" maxlength="2000" rows="2"></textarea>
${cannotApprove === undefined ? `<button name="decision" value="approve">Approve as ${escapeHtml(principal.name)}</button>` : ''}
<button class="second" name="decision" value="reject">Reject</button>
</form>
<p class="muted">This link works once. To change arguments first, open the run in the app.</p>`;
}
