import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import type { AgentView } from '../../../../contracts/api/index.ts';
import { Button } from '../../components/button.tsx';
import { exactDollars } from '../../components/figures.ts';
import { LabelledValues } from '../../components/labelled-values.tsx';
import { NameList } from './name-list.tsx';
import { TaskDialog } from './task-dialog.tsx';

const engines: Record<AgentView['engine'], string> = {
  react: "Baton's own loop",
  'openai-responses': 'OpenAI Responses',
};

/** What an agent is told, may use and is limited by, and what it misses. */
export function AgentCard({ agent, missing }: { agent: AgentView; missing: string[] }) {
  const { name, role, instructions, tools, delegates, models, output, engine, limits } = agent;
  const titleId = useId();
  const [isTaskOpen, setIsTaskOpen] = useState(false);
  return (
    <article
      id={name}
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center gap-x-3">
        <h2 id={titleId} className="font-semibold">
          {role}
        </h2>
        <span className="font-mono text-[12px] text-muted">{name}</span>
        <Button
          className="ml-auto"
          onClick={() => setIsTaskOpen(true)}
          aria-label={`Give it a task: ${role}`}
        >
          <Play aria-hidden className="size-3.5" />
          Give it a task
        </Button>
      </header>
      <p className="max-w-prose text-muted">{instructions}</p>
      {missing.length > 0 && (
        <ul aria-label="What it misses" className="text-wait">
          {missing.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      <NameList label="Tools" names={tools} page="tools" none="It may use no tools." />
      {delegates.length > 0 && <NameList label="May delegate to" names={delegates} />}
      <LabelledValues
        values={[
          { label: 'Models', value: models.join(', then ') || 'the chain of this Baton' },
          { label: 'Result', value: output ?? 'a report' },
          { label: 'Engine', value: engines[engine] },
          { label: 'Turns', value: `at most ${limits.turns}` },
          { label: 'Time', value: `at most ${limits.time}` },
          {
            label: 'Budget of a task',
            value: limits.budget ? exactDollars(String(limits.budget.usd)) : 'none',
          },
        ]}
      />
      {isTaskOpen && <TaskDialog agent={agent} onClose={() => setIsTaskOpen(false)} />}
    </article>
  );
}
