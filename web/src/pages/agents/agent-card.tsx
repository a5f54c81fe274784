import { Link } from '@tanstack/react-router';
import { Play, Copy, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { AgentView } from '../../../../contracts/api/index.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { exactDollars } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { LongText } from '../../components/values/long-text.tsx';
import { TaskDialog } from '../../components/runs/task/task-dialog.tsx';
import { engineTitles } from './engine-titles.ts';
import { MissingList } from './missing-list.tsx';
import { texts } from './texts.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { deleteAgent } from '../../api/agents.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';

type NameListProps = {
  label: string;
  names: string[];
  /** The page that shows what has such a name. */
  page?: 'tools';
  /** What is said where there are none. */
  none?: string;
};

const look = 'rounded border border-line bg-canvas px-1.5 py-0.5 font-mono text-[12px]';

/** Names of tools or agents. */
function NameList({ label, names, page, none }: NameListProps) {
  if (names.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <div>
      <p className="text-[12px] text-muted">{label}</p>
      <ul aria-label={label} className="mt-1 flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name}>
            {page ? (
              <Link to="/tools/$name" params={{ name }} className={`${look} block hover:bg-hover`}>
                {name}
              </Link>
            ) : (
              <span className={`${look} block`}>{name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const sources: Record<AgentView['source'], string> = {
  'built-in': texts.card.sources.builtIn,
  file: texts.card.sources.file,
  api: texts.card.sources.api,
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
          <RightButton
            right="operate"
            disabled={!agent.ready}
            onClick={() => setIsTaskOpen(true)}
            aria-label={texts.card.newTaskFor(role)}
          >
            <Play aria-hidden className="size-3.5" />
            {texts.card.newTask}
          </RightButton>
        </span>
      </header>
      <MissingList missing={agent.missing} warnings={agent.warnings} />
      <LongText text={instructions} what={texts.card.instructions(role)} className="text-muted" />
      <NameList label={texts.card.tools} names={tools} page="tools" none={texts.card.noTools} />
      {delegates.length > 0 && <NameList label={texts.card.delegates} names={delegates} />}
      <LabelledValues
        values={[
          {
            label: texts.card.models,
            value: models.join(texts.card.thenModel) || texts.card.defaultModels,
          },
          { label: texts.card.result, value: formOf(output) },
          {
            label: texts.card.plan,
            value: planningTitles[planning] ?? texts.card.planBy(planning),
          },
          { label: texts.card.memory, value: memoryText(memory) },
          { label: texts.card.engine, value: engineTitles[engine] },
          { label: texts.card.turns, value: texts.card.atMost(String(limits.turns)) },
          { label: texts.card.time, value: texts.card.atMost(limits.time) },
          {
            label: texts.card.budget,
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
          {texts.card.openMemory(name)}
        </Link>
      )}
      {isTaskOpen && <TaskDialog agents={[agent]} onClose={() => setIsTaskOpen(false)} />}
    </article>
  );
}

const planningTitles: Record<string, string> = { none: 'none', model: texts.card.modelPlans };

function memoryText({ enabled, required, top }: AgentView['memory']): string {
  if (!enabled) return 'none';
  return texts.card.memories(top, required ? texts.card.required : '');
}

function formOf(output: AgentView['output']): string {
  if (output === undefined) return texts.card.report;
  return typeof output === 'string' ? output : texts.card.ownFormat;
}

type AgentActionsProps = {
  agent: AgentView;
  /** Opens the form. @param changed left out, what is made is a new one. */
  onEdit: (definition: JsonObject, changed?: AgentView) => void;
};

/** Copies an agent; changes or deletes one's own. */
function AgentActions({ agent, onEdit }: AgentActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, role } = agent;
  const definition = agent as unknown as JsonObject;
  return (
    <>
      <RightButton
        right="write"
        look="quiet"
        aria-label={texts.actions.copy(role)}
        onClick={() => onEdit({ ...definition, name: `my_${name}` })}
      >
        <Copy aria-hidden className="size-3.5" />
      </RightButton>
      {agent.source === 'api' && (
        <>
          <RightButton
            right="write"
            look="quiet"
            aria-label={texts.actions.edit(role)}
            onClick={() => onEdit(definition, agent)}
          >
            <Pencil aria-hidden className="size-3.5" />
          </RightButton>
          <RightButton
            right="write"
            look="quiet"
            aria-label={texts.actions.delete(role)}
            onClick={() => setIsDeleting(true)}
          >
            <Trash2 aria-hidden className="size-3.5" />
          </RightButton>
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={texts.actions.deleteTitle(name)}
          action={texts.actions.confirmDelete}
          onClose={() => setIsDeleting(false)}
          act={async () => {
            await deleteAgent(agent);
            return texts.actions.deleted(name);
          }}
        >
          {texts.actions.deleteNote}
        </ConfirmDialog>
      )}
    </>
  );
}
