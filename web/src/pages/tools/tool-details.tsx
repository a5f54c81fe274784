import { Link } from '@tanstack/react-router';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LabelledValues } from '../../components/labelled-values.tsx';
import { categoryTitles } from './category-titles.ts';
import { limitText } from './limit-text.ts';
import { TryTool } from './try-tool.tsx';

/** What a tool does and takes, with a form to try it. */
export function ToolDetails({ name, tools }: { name: string; tools: ToolView[] }) {
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    return (
      <EmptyState title={`There is no tool ${name}`}>
        <Link to="/tools" className="text-accent underline">
          See those that there are
        </Link>
      </EmptyState>
    );
  }
  const { id, description, category, plan, rateLimit, sideEffect, available } = tool;
  return (
    <article
      aria-labelledby="tool"
      className="self-start rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="tool" className="font-mono text-[15px] font-semibold wrap-anywhere">
        {name}
      </h2>
      <p className="mt-1 mb-4 max-w-prose">{description}</p>
      <LabelledValues
        values={[
          { label: 'Category', value: categoryTitles[category] },
          { label: 'Plan', value: available ? plan : `${plan}: set BATON_PLAN=${plan} to use it` },
          { label: 'Calls', value: limitText(rateLimit) },
          { label: 'Version', value: id.split('@').at(-1) },
          { label: 'Effect', value: sideEffect ? 'changes something' : 'reads only' },
        ]}
      />
      <TryTool key={name} tool={tool} />
    </article>
  );
}
