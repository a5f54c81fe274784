import type { ApprovalView, NodeView, RunView, StepView } from '../../contracts/api/index.ts';
import { decides } from '../../contracts/pipelines/nodes/ports.ts';
import { unansweredIn } from '../../contracts/runs/failovers.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { effectText } from '../../contracts/runs/effects.ts';
import { waitOf } from '../../contracts/runs/step-wait.ts';
import type { StepWait } from '../../contracts/runs/step-wait.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { Json } from '../../contracts/base/json.ts';
import { domains } from '../domains.ts';
import type { Context } from './context.ts';
import { clockText, durationText, spanText, valueLines } from './text.ts';

type Colors = Context['colors'];

const statusColors = {
  completed: 'green',
  failed: 'red',
  timeout: 'red',
  cancelled: 'yellow',
  waiting: 'yellow',
  skipped: 'dim',
  pending: 'dim',
  running: 'cyan',
  in_progress: 'cyan',
} as const satisfies Record<NodeView['status'] | RunView['status'], keyof Colors>;

/** A status in its colour. @param text what it is called; left out, its name. */
export function statusText(
  status: keyof typeof statusColors,
  colors: Colors,
  text = status.replace('_', ' '),
): string {
  return colors[statusColors[status]](text);
}

/** `research completed   3.2 s`, with what went wrong where something did. */
export function nodeLine(node: NodeView, run: Pick<RunView, 'status'>, colors: Colors): string {
  const isLeftOut = node.status === 'pending' && hasEnded(run.status);
  const status = isLeftOut ? colors.dim('not started') : statusText(node.status, colors);
  const parts = [
    `${colors.bold(node.id)} ${status}`,
    wayText(node),
    node.keptFrom && dimmed(`kept from ${node.keptFrom}`, colors),
    node.pinned && dimmed('output set', colors),
    dimmed(spanText(node.startedAt, node.endedAt), colors),
    node.error && colors.red(node.error.message),
  ];
  return parts.filter(Boolean).join('   ');
}

/** Where a decision led; a person or a condition made it, or time did. */
function wayText({ kind, port, output }: NodeView): string | undefined {
  if (port === undefined || !decides(kind)) return undefined;
  const isExpired = kind === 'approval' && isJsonObject(output) && output['decision'] === 'expired';
  return `→ ${port}${isExpired ? ' (expired)' : ''}`;
}

/**
 * What a step did, such as `research · turn 3 · calculate 6 * 7   120 ms`, with each failover within a
 * model call on a line of its own before it.
 */
export function stepLines(step: StepView, colors: Colors): string[] {
  const turn = /^turn-(\d+)/.exec(step.step)?.[1];
  const place = [step.nodePath.replaceAll('/', ' › '), turn && `turn ${turn}`].filter(Boolean);
  const head = [...place, step.kind === 'model' ? modelText(step) : step.label].join(' · ');
  const wait = waitOf(step);
  const parts = [
    head,
    wait && colors.yellow(waitText(wait)),
    dimmed(spanText(step.startedAt, step.endedAt), colors),
    step.attempt > 1 ? colors.yellow(`attempt ${step.attempt}`) : undefined,
    step.error && colors.red(step.error.message),
  ];
  const marks = { running: '…', completed: ' ', failed: '!' };
  return [
    ...failovers(step).map((text) => colors.yellow(`  ! ${[...place, text].join(' · ')}`)),
    `  ${marks[step.status]} ${parts.filter(Boolean).join('   ')}`,
  ];
}

function modelText({ name, status, output }: StepView): string {
  if (status === 'running') {
    return `calling ${name}`;
  }
  const label = isDemo(name) ? `${name} (demo model, no LLM)` : name;
  const calls = callsOf(output);
  return calls.length > 0 ? `${label} calls ${calls.join(', ')}` : label;
}

function waitText({ reason, since }: StepWait): string {
  return since === null ? `waiting: ${reason}` : `waiting since ${clockText(since)}: ${reason}`;
}

function isDemo(model: string): boolean {
  return model.startsWith('demo:');
}

function callsOf(output: unknown): string[] {
  if (typeof output !== 'object' || output === null || !('calls' in output)) return [];
  return Array.isArray(output.calls) ? output.calls.map(String) : [];
}

function failovers({ attempts, status }: StepView): string[] {
  if (status === 'running') return [];
  return unansweredIn(attempts ?? []).map(({ from, to, code, message }) => {
    const next = to === null ? '' : `; continued with ${to}`;
    return `${from} failed (${code}: ${message})${next}`;
  });
}

/** What is to be decided, and the commands that do it. */
export function approvalLines(approval: ApprovalView, colors: Colors): string[] {
  const { id, tool, expiresAt } = approval;
  const [head, ...asked] = askedLines(approval, colors);
  return [
    `${head}   ${colors.dim(`decide by ${expiresAt}`)}`,
    ...asked,
    ...voiceLines(approval).map((line) => `    ${line}`),
    `    ${colors.dim('approve:')} npx baton approve ${id}${tool === null ? '' : ' [--arg name=value]'}`,
    `    ${colors.dim('reject: ')} npx baton reject ${id}`,
  ];
}

/** What is asked for: the title, the call in words, and what is shown of it. */
export function askedLines(
  { title, show, args }: Pick<ApprovalView, 'title' | 'show' | 'args'>,
  colors: Colors,
): string[] {
  return [
    `${colors.yellow('?')} ${colors.bold(title)}`,
    ...(args === null ? [] : callLines(args)),
    ...valueLines(show, '    '),
  ];
}

/** How many have approved, and who may decide too; nothing where one person decides. */
function voiceLines(approval: ApprovalView): string[] {
  const { quorum, escalation } = approval;
  const lines = quorum > 1 ? [voicesText(approval)] : [];
  if (!escalation) return lines;
  const who = escalation.approvers.join(', ');
  const from = escalation.isReached ? '' : ` from ${escalation.at}`;
  return [...lines, `${who} may decide too${from}`];
}

/** `1 of 2 approved: ann`. */
export function voicesText({
  quorum,
  approvedBy,
}: Pick<ApprovalView, 'quorum' | 'approvedBy'>): string {
  const names = approvedBy.length > 0 ? `: ${approvedBy.join(', ')}` : '';
  return `${approvedBy.length} of ${quorum} approved${names}`;
}

/** The arguments of a call: as a domain prints them, else as they are. */
function callLines(args: Json): string[] {
  for (const domain of domains) {
    const lines = domain.callLines(args);
    if (lines) return lines.map((line) => `    ${line}`);
  }
  return valueLines(args, '    ');
}

/** `Send the report   Weekly report · topic tea   3 min 2 s ago`: one of several that wait. */
export function approvalChoice(
  { title, run, requestedAt }: Pick<ApprovalView, 'title' | 'run' | 'requestedAt'>,
  colors: Colors,
): string {
  const input = Object.entries(run.input)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => excerptOf(`${name} ${value}`));
  const age = durationText(Math.max(0, Date.now() - Date.parse(requestedAt)));
  const belongsTo = [run.title ?? run.pipeline, ...input].join(' · ');
  return [colors.bold(title), belongsTo, colors.dim(`${age} ago`)].join('   ');
}

function excerptOf(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Which agent is interrupted and why, and the command that resumes it. */
export function interruptedLines(
  { id }: Pick<RunView, 'id'>,
  { nodePath, by, reason }: RunView['interrupted'][number],
  colors: Colors,
): string[] {
  const why = reason ? `: ${reason}` : '';
  return [
    `${colors.yellow('?')} ${colors.bold(nodePath)} was interrupted by ${by}${why}`,
    `    ${colors.dim('resume:')} npx baton resume ${id} ${nodePath} [--instruction TEXT]`,
  ];
}

/** How a run ended: its status, output or error. */
export function endLines(run: RunView, colors: Colors): string[] {
  const { id, status, startedAt, endedAt, error, output, cancel } = run;
  const took = spanText(startedAt, endedAt);
  return [
    [`${colors.bold(id)} ${statusText(status, colors)}`, dimmed(took, colors)]
      .filter(Boolean)
      .join('   '),
    ...(error ? [colors.red(`${error.node ? `${error.node}: ` : ''}${error.message}`)] : []),
    ...(cancel ? [`Cancelled by ${cancel.by}${cancel.reason ? `: ${cancel.reason}` : ''}`] : []),
    ...(output === null ? [] : valueLines(output)),
  ];
}

/** What a run has done outside: orders, messages and the like. */
export function effectsLines({ effects }: Pick<RunView, 'effects'>, colors: Colors): string[] {
  if (effects.length === 0) return [];
  const lines = effects.map((effect) => {
    const text = `  ${clockText(effect.at)}  ${effect.nodePath} · ${effectText(effect)}`;
    return effect.state === 'open' || effect.state === 'unknown' ? colors.yellow(text) : text;
  });
  return ['Side effects of this run', ...lines];
}

function dimmed(text: string | undefined, colors: Colors): string | undefined {
  return text === undefined ? undefined : colors.dim(text);
}

/** What started a run that a trigger did. */
export function causeLine({ trigger, kind, at, by }: NonNullable<RunView['cause']>): string {
  const how = by === undefined ? `${kind} of ${clockText(at)}` : `fired by ${by}`;
  return `Started by ${trigger} (${how})`;
}
