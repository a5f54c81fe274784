import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import type { AgentView } from '../../../../contracts/api/index.ts';
import { Button } from '../../components/controls/button.tsx';
import { exactDollars } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { LongText } from '../../components/values/long-text.tsx';
import { TaskDialog } from '../../components/runs/task/task-dialog.tsx';
import { engineTitles } from './engine-titles.ts';
import { AgentActions } from './agent-actions.tsx';
import type { AgentActionsProps } from './agent-actions.tsx';
import { MissingList } from './missing-list.tsx';
import { NameList } from './name-list.tsx';

const sources: Record<AgentView['source'], string> = {
  'built-in': 'comes with Baton',
  file: 'a file',
  api: 'your own',
};

/** What an agent is told, may use and is limited by. */
export function AgentCard({ agent, onEdit }: AgentActionsProps) {
  const { name, role, instructions, tools, delegates, models, output, limits } = agent;
  const { engine, planning, memory } = agent;
  const titleId = useId();
  const [isTaskOpen, setIsTaskOpen] = useState(false);
  return (
    <article
      id={name}
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-40 flex-1">
          <h2 id={titleId} className="font-semibold">
            {role}
          </h2>
          <p className="text-[12px] wrap-anywhere text-muted">
            <span className="font-mono">{name}</span> · {agent.file ?? sources[agent.source]}
          </p>
        </div>
        <span className="ml-auto flex">
          <AgentActions agent={agent} onEdit={onEdit} />
          <Button
            disabled={!agent.ready}
            onClick={() => setIsTaskOpen(true)}
            aria-label={`Give it a task: ${role}`}
          >
            <Play aria-hidden className="size-3.5" />
            Give it a task
          </Button>
        </span>
      </header>
      <MissingList missing={agent.missing} warnings={agent.warnings} />
      <LongText text={instructions} what={`instructions of ${role}`} className="text-muted" />
      <NameList label="Tools" names={tools} page="tools" none="It may use no tools." />
      {delegates.length > 0 && <NameList label="May delegate to" names={delegates} />}
      <LabelledValues
        values={[
          { label: 'Models', value: models.join(', then ') || 'the chain of this Baton' },
          { label: 'Result', value: formOf(output) },
          { label: 'Plan', value: planningTitles[planning] ?? `by ${planning}` },
          { label: 'Memory', value: memoryText(memory) },
          { label: 'Engine', value: engineTitles[engine] },
          { label: 'Turns', value: `at most ${limits.turns}` },
          { label: 'Time', value: `at most ${limits.time}` },
          {
            label: 'Budget of a task',
            value: limits.budget ? exactDollars(String(limits.budget.usd)) : 'none',
          },
        ]}
      />
      {memory.enabled && (
        <Link
          to="/agents/$name/memory"
          params={{ name }}
          className="mt-auto self-start text-accent underline"
        >
          {`What ${name} remembers`}
        </Link>
      )}
      {isTaskOpen && <TaskDialog agents={[agent]} onClose={() => setIsTaskOpen(false)} />}
    </article>
  );
}

const planningTitles: Record<string, string> = { none: 'none', model: 'set first, by the model' };

function memoryText({ enabled, required, top }: AgentView['memory']): string {
  if (!enabled) return 'none';
  return `begins with ${top}${required ? ', required' : ''}`;
}

function formOf(output: AgentView['output']): string {
  if (output === undefined) return 'a report';
  return typeof output === 'string' ? output : 'a form of its own';
}
