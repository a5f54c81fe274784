import type { ReactNode } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import type {
  Decided,
  Figures,
  NodeComparison,
  Pair,
  RunComparison,
} from '../../../../contracts/runs/compare-runs.ts';
import { Section } from '../../components/layout/section.tsx';
import { dollars, tokens, wholeNumber } from '../../components/values/figures.ts';
import { JsonView } from '../../components/values/json-view.tsx';
import { duration } from '../../components/values/time.tsx';
import { words } from '../../components/values/words.ts';
import { differingMembers } from './differing-members.ts';
import { OutputRow } from './output-row.tsx';
import { Row, Sides } from './sides.tsx';
import { texts } from './texts.ts';

/** What differs between two runs, first what matters most. */
export function Differences({ comparison }: { comparison: RunComparison }) {
  const { status, error, output, inputs, figures, nodes } = comparison;
  const differing = nodes.filter(({ differs }) => differs).length;
  return (
    <>
      <Section heading="h2" title={texts.summary.title} remark={remarkOf(comparison, differing)}>
        <Sides label={texts.summary.title}>
          <Row name={texts.summary.status} pair={status} show={(value) => words(value)} />
          {(error.one ?? error.other) !== undefined && (
            <Row name={texts.summary.error} pair={error} show={(value) => value} />
          )}
          {figureRows.map(({ name, show }) => (
            <Row key={name} name={texts.summary[name]} pair={figureOf(figures, name)} show={show} />
          ))}
        </Sides>
      </Section>
      {inputs.length > 0 && (
        <Section heading="h2" title={texts.inputs.title}>
          <Sides label={texts.inputs.title}>
            {inputs.map(({ name, ...pair }) => (
              <Row key={name} name={name} pair={pair} show={showJson} />
            ))}
          </Sides>
        </Section>
      )}
      <Section heading="h2" title={texts.output.title} remark={remark(output.differs)}>
        <Sides label={texts.output.title}>
          <OutputRow pair={output} />
        </Sides>
      </Section>
      <Section heading="h2" title={texts.nodes.title}>
        <ul className="flex flex-col gap-2">
          {nodes.map((node) => (
            <li key={node.id} className="rounded-lg border border-line bg-surface">
              <Node node={node} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function remarkOf({ output, status }: RunComparison, differing: number): string {
  if (differing === 0 && !output.differs && !status.differs) return texts.summary.same;
  return differing === 1 ? texts.summary.oneDiffers : texts.summary.differs(differing);
}

const remark = (differs: boolean) => (differs ? texts.nodes.differs : texts.nodes.same);

/** A node: open where anything differs but what it has used. */
function Node({ node }: { node: NodeComparison }) {
  const { id, title, kind, differs, status, port, output, error, decisions, definition } = node;
  return (
    <details open={differs}>
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-2 px-3 py-2">
        <span className="font-medium">{title ?? id}</span>
        <span className="text-[12px] text-muted">
          {words(kind)} · <span className="font-mono">{id}</span>
        </span>
        <span className={`ml-auto text-[12px] ${differs ? 'font-medium' : 'text-muted'}`}>
          {remark(differs)}
        </span>
      </summary>
      <div className="px-3 pb-3">
        <Sides label={title ?? id}>
          <Row name={texts.nodes.status} pair={status} show={(value) => words(value)} />
          {port.differs && <Row name={texts.nodes.port} pair={port} show={(value) => value} />}
          {error.differs && <Row name={texts.nodes.error} pair={error} show={(value) => value} />}
          {hasAny(decisions) && (
            <Row name={texts.nodes.decisions} pair={decisions} show={showDecisions} />
          )}
          <OutputRow pair={output} />
          {definition.differs && (
            <Row
              name={texts.nodes.definition}
              pair={differingMembers(definition) ?? definition}
              show={showJson}
            />
          )}
          <Row name={texts.nodes.used} pair={{ ...node.figures, differs: false }} show={usedText} />
        </Sides>
      </div>
    </details>
  );
}

const hasAny = ({ one = [], other = [] }: Pair<unknown[]>) => one.length + other.length > 0;
const showJson = (value: Json) => <JsonView value={value} />;
const costText = (cost: number | null) =>
  cost === null ? texts.summary.unknownPrice : dollars(cost);

function showDecisions(decisions: Decided[]): ReactNode {
  if (decisions.length === 0) return texts.summary.absent;
  return decisions
    .map(({ status, by, comment }) =>
      [texts.nodes.decided(status, by), comment].filter(Boolean).join(': '),
    )
    .join('; ');
}

function usedText({ time, cost, tokens: used, turns, toolRuns }: Figures): string {
  return [
    time === null ? texts.summary.absent : duration(time),
    ...(turns > 0
      ? [texts.nodes.turns(turns), texts.nodes.tokens(tokens(used)), costText(cost)]
      : []),
    ...(toolRuns > 0 ? [texts.nodes.toolRuns(toolRuns)] : []),
  ].join(' · ');
}

const figureRows = [
  {
    name: 'time',
    show: (value: number | null) => (value === null ? texts.summary.absent : duration(value)),
  },
  { name: 'cost', show: costText },
  { name: 'tokens', show: (value: number | null) => wholeNumber(value ?? 0) },
  { name: 'turns', show: (value: number | null) => wholeNumber(value ?? 0) },
  { name: 'toolRuns', show: (value: number | null) => wholeNumber(value ?? 0) },
] as const;

function figureOf({ one, other }: Pair<Figures>, name: keyof Figures): Pair<number | null> {
  return { one: one?.[name], other: other?.[name], differs: one?.[name] !== other?.[name] };
}
