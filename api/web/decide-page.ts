import type { FastifyReply } from 'fastify';
import type { ApprovalPreview } from '../../contracts/api/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { LinkedApproval } from '../approvals/link-decisions.ts';
import { escapeHtml, sendPage } from './page.ts';

type DecisionPage = {
  token: string;
  linked: LinkedApproval;
  /** The tool that is called on an approval; undefined where none is, or none is known. */
  tool: ToolSpec | undefined;
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
${facts(page)}
${shown('What it is about', approval.show)}
${approval.args === null ? '' : shown('Arguments', approval.args)}
${risks(page)}
${over === undefined ? buttons(page) : `<p class="bad" role="alert">${escapeHtml(over)}</p>`}
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
    runUrl,
  }: {
    decided: ApprovalRow;
    decision: 'approve' | 'reject';
    linked: LinkedApproval;
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
<p>Baton has recorded it as decided by ${escapeHtml(principal.name)}. ${escapeHtml(then)}</p>
<p><a href="${escapeHtml(runUrl)}">The run in the app</a> (asks you to sign in)</p>`,
  });
}

function facts({ linked, tool }: DecisionPage): string {
  const { approval, principal } = linked;
  const { run, quorum, voices } = approval;
  const voted = voices.at(-1)?.counts ?? [];
  const starter = run.startedBy ?? 'unknown';
  const rows: [string, string][] = [
    ['Asks', `${nameOf(run)}, at ${approval.nodePath}`],
    ['Started by', starter === run.user ? starter : `${starter}, for ${run.user}`],
    ['You decide as', principal.name],
    ['If you approve', approveText(approval, tool)],
    ['If you reject', rejectText(approval)],
    ...(quorum > 1
      ? ([
          [
            'Approvals',
            `${voted.length} of ${quorum}${voted.length > 0 ? `: ${voted.join(', ')}` : ''}`,
          ],
        ] as [string, string][])
      : []),
    ['Open until', `${approval.expiresAt.toISOString().replace('T', ' ').slice(0, 16)} UTC`],
  ];
  const list = rows.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return `<dl>${list.join('')}</dl>`;
}

function approveText({ tool: name, quorum }: ApprovalRow, tool: ToolSpec | undefined): string {
  const happens =
    name === null
      ? 'the run goes on'
      : `the tool ${name} is called with the arguments below${tool ? `. ${tool.description}` : ''}`;
  return quorum > 1 ? `When ${quorum} people have approved, ${happens}` : sentence(happens);
}

const rejectText = ({ tool }: ApprovalRow) =>
  tool === null
    ? 'The run goes on as its pipeline says for a rejection. One rejection is enough.'
    : `${tool} is not called, and the run is told so. One rejection is enough.`;

const nameOf = ({ title, pipeline }: ApprovalRow['run']) =>
  title === null || title === pipeline ? pipeline : `${title} (${pipeline})`;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function risks({ linked: { approval }, tool, preview }: DecisionPage): string {
  const lines = [
    ...(tool?.sideEffect ? [bad(`${tool.name} changes something outside of Baton.`)] : []),
    ...(approval.outside.length > 0
      ? [bad(`It rests on content that others wrote: ${approval.outside.join(', ')}`)]
      : []),
    ...(preview?.refusals.map((text) => bad(`It would be refused now: ${text}`)) ?? []),
    ...(preview?.facts.map(({ label, value, warns }) =>
      (warns ? bad : plain)(`${label}: ${value}`),
    ) ?? []),
    ...(preview === null ? [plain('What the call would do now could not be found out.')] : []),
  ];
  return lines.length === 0 ? '' : `<h2>Risk</h2><ul>${lines.join('')}</ul>`;
}

const bad = (text: string) => `<li class="bad">${escapeHtml(text)}</li>`;
const plain = (text: string) => `<li>${escapeHtml(text)}</li>`;

function shown(title: string, value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `<h2>${title}</h2><pre>${escapeHtml(text)}</pre>`;
}

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
