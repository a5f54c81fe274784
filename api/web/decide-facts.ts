import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { LinkedApproval } from '../approvals/link-decisions.ts';
import { changedText, momentText } from '../approvals/decision-words.ts';

/** What an approval says itself of what follows, as those of plans and budgets do; left out of what it shows. */
const said = ['approving', 'rejecting'] as const;

type Told = Pick<ApprovalRow, 'show' | 'tool'>;

/** What follows a decision: rows of a label and a text. */
export function consequenceRows(
  approval: ApprovalRow,
  tool: ToolSpec | undefined,
): [label: string, text: string][] {
  return [
    ['If you approve', approveText(approval, tool)],
    ['If you reject', rejectText(approval)],
  ];
}

/** Who asks, who has done what so far, and until when: rows of a label and a text. */
export function factRows({
  approval,
  principal,
  over,
}: Pick<LinkedApproval, 'approval' | 'principal' | 'over'>): [label: string, text: string][] {
  const { run, quorum, voices, escalation, escalatedAt } = approval;
  const counted = voices.at(-1)?.counts ?? [];
  const starter = run.startedBy ?? 'unknown';
  return [
    ['Asks', `${nameOf(run)}, at ${approval.nodePath}`],
    ['Started by', starter === run.user ? starter : `${starter}, for ${run.user}`],
    ...given('Instructed by', run.instructedBy.join(', ')),
    ['Asked', momentText(approval.requestedAt)],
    ['Open until', momentText(approval.expiresAt)],
    ...given(over === undefined ? 'You decide as' : 'Link of', principal.name),
    ...given('Approvals', quorum > 1 ? countText(quorum, counted) : ''),
    ...voices.map(({ by, at, comment, args }): [string, string] => [
      by,
      `approved on ${momentText(new Date(at))}${changedText(approval.args, args)}${comment ? `: ${comment}` : ''}`,
    ]),
    ...given('May also decide', escalation && escalatedAt ? escalation.approvers.join(', ') : ''),
  ];
}

/** What an approval shows, but for what {@link consequenceRows} says of it. */
export function shownPart(approval: Told): Json {
  const { show } = approval;
  if (!isJsonObject(show)) return show;
  const isSaid = (name: string) => said.some((each) => each === name && saidOf(approval, each));
  return Object.fromEntries(Object.entries(show).filter(([name]) => !isSaid(name)));
}

const given = (label: string, text: string): [string, string][] => (text ? [[label, text]] : []);

const countText = (quorum: number, counted: readonly string[]) =>
  `${counted.length} of ${quorum}${counted.length > 0 ? `: ${counted.join(', ')}` : ''}`;

/** Of an approval that a call follows, Baton says it, whatever whoever wrote the pipeline says. */
function saidOf({ show, tool }: Told, name: (typeof said)[number]): string | undefined {
  const text = tool === null && isJsonObject(show) ? show[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function approveText(approval: ApprovalRow, tool: ToolSpec | undefined): string {
  const { tool: name, quorum } = approval;
  const happens =
    saidOf(approval, 'approving') ??
    (name === null
      ? 'the run goes on'
      : `the tool ${name} is called with these arguments${tool ? `. ${firstSentence(tool.description)}` : ''}`);
  return quorum > 1 ? `When ${quorum} people have approved, ${happens}` : sentence(happens);
}

function rejectText(approval: ApprovalRow): string {
  const { tool } = approval;
  const happens =
    saidOf(approval, 'rejecting') ??
    (tool === null
      ? 'The run goes on as its pipeline says for a rejection'
      : `The tool ${tool} is not called, and the run is told so`);
  return `${sentence(happens)}. One rejection is enough.`;
}

const nameOf = ({ title, pipeline }: ApprovalRow['run']) =>
  title === null || title === pipeline ? pipeline : `${title} (${pipeline})`;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What a tool does, as far as a person who decides has to read it. */
const firstSentence = (text: string) => /^.*?\.(?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text;
