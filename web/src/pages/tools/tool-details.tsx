import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoryTitle } from '../../../../contracts/tools/categories.ts';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { ToolLabels } from './tool-labels.tsx';
import { ToolMetrics } from './tool-metrics.tsx';
import { TryTool } from './try-tool.tsx';
import { texts } from './texts.ts';
import type { RateLimit } from '../../../../contracts/tools/tools.ts';
import { Meter } from '../../components/values/meter.tsx';
import { Ago } from '../../components/values/time.tsx';

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

/** How often a user may call a tool: `60 a minute, 1000 a day`. */
function limitText(limit: RateLimit): string {
  const parts = (['minute', 'hour', 'day'] as const).flatMap((window) =>
    limit[window] === undefined
      ? []
      : `${limit[window]} ${window === 'hour' ? 'an' : 'a'} ${window}`,
  );
  return parts.length > 0 ? parts.join(', ') : texts.details.noLimit;
}

/** The version that is shown, and the way to the others. */
function Versions({ tool: { name, version, versions } }: { tool: ToolView }) {
  const [newest] = versions;
  return (
    <span className="flex flex-wrap gap-x-2">
      {versions.map((one) =>
        one === version ? (
          <span key={one}>
            {one}
            {one === newest && versions.length > 1 && ' (newest)'}
          </span>
        ) : (
          <Link
            key={one}
            to="/tools/$name"
            params={{ name: one === newest ? name : `${name}@${one}` }}
            className="text-accent underline"
          >
            {one}
          </Link>
        ),
      )}
    </span>
  );
}

/** What is left of the limits of a tool for those who call it here; nothing where it has none. */
function Quota({ name }: { name: string }) {
  const { data, error } = useQuery({ ...queries.quota(name), refetchInterval: 15_000 });
  if (error && !data) return <p className="mt-5 text-muted">{error.message}</p>;
  if (!data || data.windows.length === 0) return null;
  return (
    <section aria-labelledby="quota" className="mt-5 border-t border-line pt-4">
      <h3 id="quota" className="mb-2 font-semibold">
        {texts.quota.title(data.user)}
      </h3>
      <ul className="grid gap-2">
        {data.windows.map(({ window, limit, remaining, resetAt }) => (
          <li key={window} className="flex flex-wrap items-center gap-x-3">
            <span className="w-56 whitespace-nowrap">
              {texts.quota.left(remaining, limit, window)}
            </span>
            <Meter share={(limit - remaining) / limit} isLeft />
            <span className="text-[12px] text-muted">
              {resetAt === null ? (
                texts.quota.unused
              ) : (
                <>
                  {texts.quota.resets} <Ago instant={resetAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
