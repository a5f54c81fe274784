import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoryTitle } from '../../../../contracts/tools/categories.ts';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { limitText } from './limit-text.ts';
import { Quota } from './quota.tsx';
import { ToolLabels } from './tool-labels.tsx';
import { ToolMetrics } from './tool-metrics.tsx';
import { TryTool } from './try-tool.tsx';
import { Versions } from './versions.tsx';
import { texts } from './texts.ts';

/** What a tool does and takes, with a form to try it, what is left of its limits, and how its calls went. */
export function ToolDetails({ name }: { name: string }) {
  const query = useQuery({ ...queries.tool(name), retry: false });
  return (
    <div className="self-start">
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {(tool) => <Details tool={tool} />}
      </Loaded>
      {query.error && !query.data && (
        <Link to="/tools" className="text-accent underline">
          {texts.details.showAll}
        </Link>
      )}
    </div>
  );
}

function Details({ tool }: { tool: ToolView }) {
  const { id, name, description, category, plan, rateLimit, gap, missing } = tool;
  return (
    <article aria-labelledby="tool" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="tool" className="font-mono text-[15px] font-semibold wrap-anywhere">
        {name}
      </h2>
      <ToolLabels tool={tool} />
      <p className="mt-2 mb-4 max-w-prose">{description}</p>
      {missing !== undefined && (
        <p role="note" className="mb-4 text-wait">
          {texts.list.unavailable(missing)}
        </p>
      )}
      {gap && (
        <p role="note" className="mb-4 text-wait">
          {name} {gap.message}; {gap.fix}.{' '}
          <Link to="/users" className="text-accent underline">
            {texts.details.openUsers}
          </Link>
        </p>
      )}
      <LabelledValues
        values={[
          { label: texts.details.category, value: categoryTitle(category) },
          { label: texts.details.plan, value: plan },
          { label: texts.details.limit, value: limitText(rateLimit) },
          { label: texts.details.version, value: <Versions tool={tool} /> },
        ]}
      />
      <TryTool key={id} tool={tool} />
      <Quota name={name} />
      <ToolMetrics name={name} />
    </article>
  );
}
