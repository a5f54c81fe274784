import type { SharedRun } from '../../../../../contracts/api/index.ts';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { duration } from '../../../components/values/time.tsx';
import { statusLooks } from '../../../components/runs/status.tsx';
import { texts } from '../texts.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { pageOf } from './page.ts';
import { shareTexts } from './texts.ts';
import { resultOf, valueOf } from './values.ts';
import { fullTime } from '../../../components/values/instant.ts';

/** As a link to a run shows it. */
export type Report = Pick<SharedRun, 'run' | 'steps' | 'approvals' | 'conversations'> & {
  /** What people call what is at a path. */
  titleOf: (nodePath: string) => string;
  /** What stands at its foot. */
  note: string;
};

/**
 * A run as one file, which is read without a server: nothing in it is fetched, and nothing in it runs. Everything that
 * users, models and tools wrote is text in it.
 */
export function reportOf(report: Report): string {
  const { run, note } = report;
  const title = run.title ?? run.pipeline;
  return pageOf(
    title,
    html`<main>
        ${headOf(report, title)}
        ${run.error && section(shareTexts.error, html`<p class="bad">${run.error.message}</p>`)}
        ${run.output !== null && section(shareTexts.output, resultOf(run.output))}
        ${run.effects.length > 0 && section(shareTexts.effects, list(run.effects.map((effect) => html`${effect.text ?? effect.label} <span class="muted">${texts.effects.states[effect.state]}</span>`)))}
        ${report.approvals.length > 0 && section(shareTexts.approvals, report.approvals.map(approvalOf))}
        ${section(
          shareTexts.nodes,
          run.nodes.map((node) => nodeOf(node, report)),
        )}
        ${report.steps.length > 0 && section(shareTexts.timeline, timelineOf(report))}
        ${
          report.conversations.length > 0 &&
          section(
            shareTexts.conversations,
            report.conversations.map((said) => conversationOf(said, report)),
          )
        }
        ${section(shareTexts.input, valueOf(run.input))}
      </main>
      <footer class="muted">${note}</footer>`,
  );
}

function headOf({ run }: Report, title: string): Html {
  const { inputTokens, outputTokens } = run.usage;
  const facts: [string, string][] = [
    [texts.facts.id, run.id],
    [shareTexts.user, run.user],
    [shareTexts.started, timeOf(run.startedAt)],
    [shareTexts.duration, tookOf(run.startedAt, run.endedAt)],
    [shareTexts.tokens, wholeNumber(inputTokens + outputTokens)],
    [shareTexts.cost, run.costUsd === null ? texts.facts.priceUnknown : dollars(run.costUsd)],
  ];
  return html`<header>
    <h1>${title} <span class="${toneOf(run.status)}">${statusLooks[run.status].label}</span></h1>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${run.outcome ? html`<p>${run.outcome.text}</p>` : undefined}
  </header>`;
}

function section(title: string, content: Html | Html[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

function list(items: Html[]): Html {
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

function nodeOf(node: SharedRun['run']['nodes'][number], { titleOf }: Report): Html {
  const head = html`${titleOf(node.id)}
    <span class="${toneOf(node.status)}">${statusLooks[node.status].label}</span>
    <span class="muted">${tookOf(node.startedAt, node.endedAt)}</span>`;
  if (!node.error && node.output === undefined) return html`<p>${head}</p>`;
  return html`<details>
    <summary>${head}</summary>
    ${node.error ? html`<p class="bad">${node.error.message}</p>` : undefined}
    ${node.output === undefined ? undefined : resultOf(node.output)}
  </details>`;
}

function approvalOf({ title, status, decision, args }: SharedRun['approvals'][number]): Html {
  const who = decision?.by ? shareTexts.decidedBy(decision.by) : '';
  return html`<article>
    <p>
      <strong>${title}</strong> ${texts.approval[status]} ${who}
      <span class="muted">${timeOf(decision?.at ?? null)}</span>
    </p>
    ${decision?.comment ? html`<p class="text">${decision.comment}</p>` : undefined}
    ${
      decision?.args
        ? html`<p>${shareTexts.requested}</p>
            ${valueOf(args)}
            <p>${shareTexts.approved}</p>
            ${valueOf(decision.args)}`
        : undefined
    }
  </article>`;
}

/** Each step as a bar, from the first beginning to the last end. */
function timelineOf({ steps, titleOf }: Report): Html {
  const spans = steps.map(({ startedAt, endedAt }) => ({
    from: Date.parse(startedAt),
    to: Date.parse(endedAt ?? startedAt),
  }));
  const start = spans.reduce((least, { from }) => Math.min(least, from), Infinity);
  const end = spans.reduce((most, { to }) => Math.max(most, to), start + 1);
  const percent = (time: number) => ((100 * (time - start)) / (end - start)).toFixed(2);
  return html`<div class="timeline">
    ${steps.map((step, index) => {
      const { from, to } = spans[index]!;
      const place = html`left:${percent(from)}%;width:${((100 * (to - from)) / (end - start)).toFixed(2)}%`;
      return html`<details>
        <summary>
          <span class="name">${titleOf(step.nodePath)} · ${step.label}</span
          ><span class="lane"
            ><span class="bar ${toneOf(step.status)}" style="${place}"></span></span
          ><span class="took">${tookOf(step.startedAt, step.endedAt)}</span>
        </summary>
        ${step.error ? html`<p class="bad">${step.error.message}</p>` : undefined}
        ${step.input === null ? undefined : valueOf(step.input)}
        ${step.output === null ? undefined : resultOf(step.output)}
      </details>`;
    })}
  </div>`;
}

function conversationOf(
  { nodePath, messages }: SharedRun['conversations'][number],
  { titleOf }: Report,
): Html {
  return html`<details>
    <summary>${titleOf(nodePath)}</summary>
    ${messages.map(
      ({ message }) =>
        html`<article>
          <p class="muted">${speakerOf(message)}</p>
          <p class="text">${message.text}</p>
        </article>`,
    )}
  </details>`;
}

function speakerOf(
  message: SharedRun['conversations'][number]['messages'][number]['message'],
): string {
  if (message.role === 'tool') return shareTexts.answered(message.name);
  if (message.role !== 'assistant') return message.role;
  const calls = message.toolCalls.map(({ name }) => name).join(', ');
  return [message.model ?? message.role, calls && shareTexts.calls(calls)]
    .filter(Boolean)
    .join(' · ');
}

function toneOf(status: string): string {
  if (status === 'completed') return 'good';
  return status === 'failed' || status === 'timeout' ? 'bad' : 'muted';
}

function timeOf(instant: string | null): string {
  return instant === null ? '' : fullTime(instant);
}

function tookOf(start: string | null, end: string | null): string {
  if (start === null || end === null) return '';
  return duration(Math.max(0, Date.parse(end) - Date.parse(start)));
}
