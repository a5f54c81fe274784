import { useQueries, useQuery } from '@tanstack/react-query';
import { Brain, ToggleRight, UserCheck, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { childOf } from '../../../../contracts/pipelines/child-of.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { queries } from '../../api/queries.ts';
import { needsOf } from './needs.ts';
import type { Needs } from './needs.ts';
import { texts } from './texts.ts';

/** What a stored pipeline, as it is drawn beside, and those that it runs need, in a line. */
export function NeedsList({ name }: { name: string }) {
  const { data } = useQuery({ ...queries.livePipeline(name), staleTime: 60_000 });
  const childNames = data
    ? (data.document as Pipeline).nodes.flatMap((node) => childOf(node) ?? [])
    : [];
  const children = useQueries({
    queries: [...new Set(childNames)].map((child) => ({
      ...queries.livePipeline(child),
      staleTime: 60_000,
    })),
  });
  const agents = useQuery(queries.agents());
  const tools = useQuery(queries.tools());
  if (!data || !agents.data || !tools.data) return <p className="h-5" />;
  const documents = [data, ...children.flatMap((child) => child.data ?? [])];
  const nodes = documents.flatMap(({ document }) => (document as Pipeline).nodes);
  const needs = needsOf({ nodes }, { agents: agents.data.items, tools: tools.data.items });
  const isFree = !needs.model && !needs.person && needs.tools.length === 0;
  return (
    <ul
      aria-label={texts.needs}
      className="flex flex-wrap gap-x-3 gap-y-0.5 text-[12px] text-muted"
    >
      {isFree && <li>{texts.nothing}</li>}
      {needs.model && <Need icon={Brain} text={texts.model} about={texts.modelHint} />}
      {needs.tools.length > 0 && <Tools tools={needs.tools} />}
      {needs.switches.map((title) => (
        <Need key={title} icon={ToggleRight} text={texts.switchOn(title)} />
      ))}
      {needs.person && <Need icon={UserCheck} text={texts.person} />}
    </ul>
  );
}

/** Few are named, many are counted; what keeps one from being called is where one points. */
function Tools({ tools }: Pick<Needs, 'tools'>) {
  const about = tools
    .map(({ name, sideEffect, missing }) => {
      if (missing !== undefined) return texts.missing(name, missing);
      return sideEffect ? texts.sideEffect(name) : texts.tool(name);
    })
    .join('\n');
  const names = tools.map(({ name }) => name).join(', ');
  const short = tools.length <= 2 ? names : texts.tools(tools.length);
  const isReady = tools.every(({ missing }) => missing === undefined);
  return (
    <Need icon={Wrench} text={isReady ? short : `${short} (${texts.notReady})`} about={about} />
  );
}

function Need({ icon: Icon, text, about }: { icon: LucideIcon; text: string; about?: string }) {
  return (
    <li title={about} className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3" />
      {text}
    </li>
  );
}
