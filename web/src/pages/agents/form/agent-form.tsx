import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AgentView, FieldProblem } from '../../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { Button } from '../../../components/controls/button.tsx';
import { DialogActions } from '../../../components/dialogs/dialog.tsx';
import { problemsElsewhere, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { SchemaForm } from '../../../components/schema-form/schema-form.tsx';
import { MissingList } from '../missing-list.tsx';
import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';
import { agentSections, definitionOf, textsOf } from './agent-sections.ts';
import type { Names } from './agent-sections.ts';
import { changedFields, withChanges } from './changed-fields.ts';
import { Conflict } from './conflict.tsx';
import { formGroups } from './form-groups.ts';
import { OutputControl } from './output-control.tsx';
import { useSaveAgent } from './use-save-agent.ts';
import { texts } from '../texts.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { canonicalJson } from '../../../../../contracts/base/json.ts';
import { queries } from '../../../api/queries.ts';
import { useSettled } from '../../../components/hooks/use-settled.ts';

type AgentFormProps = {
  names: Names;
  definition: JsonObject;
  changed: AgentView | undefined;
  /** Told whether something was written that is stored nowhere. */
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
};

const controls = { output: OutputControl };

/** An agent's definition in a form that is drawn from what an agent is, checked while it is written. */
export function AgentForm({ names, definition, changed, onDirty, onClose }: AgentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { tools, agents, planners } = names;
  const sections = useMemo(
    () =>
      agentSections({ tools, planners, agents: agents.filter((name) => name !== changed?.name) }),
    // By what they hold: lists that are read again are others each time.
    [tools.join(), agents.join(), planners.join(), changed?.name],
  );
  const [initial] = useState(() => textsOf(sections, definition));
  const [filled, setTexts] = useState(initial);
  const written = definitionOf(sections, filled);
  const check = useAgentCheck(written);
  const save = useSaveAgent({ changed, onSaved: onClose });

  const own = changedFields(sections, initial, filled);
  const isDirty = own.length > 0;
  // Before the next key: it may be Escape.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const touched = own.map(({ path }) => path);
  const found = check?.problems ?? problemsOf(save.error);
  const isShown = ({ path }: FieldProblem) =>
    save.isTried || touched.some((at) => path.startsWith(at));
  const problems = [...found.filter(isShown).map(inFormWords), ...save.problemsOf(written)];
  const paths = sections.flatMap(({ path, fields }) =>
    fields.map(({ name }) => (path === '' ? name : `${path}.${name}`)),
  );
  const elsewhere = problemsElsewhere(problems, paths);

  // What is wrong may be far above the button that was pressed.
  useEffect(() => {
    if (!save.error) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const place = wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]');
    wrong?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'center' });
  }, [save.error]);

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.store(written);
      }}
    >
      {formGroups(sections).map(({ title, path, fields }) => (
        <fieldset key={title} className="grid gap-4 md:grid-cols-2">
          <legend className="mb-2 text-[15px] font-semibold">{title}</legend>
          {fields
            .filter((field) => isAsked(field, filled[path] ?? {}, changed === undefined))
            .map((field) => (
              <div key={field.name} className={isLong(field) ? 'md:col-span-2' : ''}>
                <SchemaForm
                  fields={[field]}
                  texts={filled[path] ?? {}}
                  onChange={(next) => setTexts({ ...filled, [path]: next })}
                  problems={problems}
                  at={path}
                  controls={path === '' ? controls : {}}
                />
              </div>
            ))}
        </fieldset>
      ))}
      {check?.valid && (
        <MissingList
          missing={check.missing}
          warnings={check.warnings}
          title={texts.missing.title}
        />
      )}
      <footer className="sticky -bottom-4 -mx-4 -mb-4 rounded-b-lg border-t border-line bg-surface px-4 pb-4">
        {save.conflict && (
          <Conflict
            stored={save.conflict.stored}
            differences={changedFields(
              sections,
              textsOf(sections, (save.conflict.stored ?? {}) as unknown as JsonObject),
              filled,
            )}
            onMerge={() => {
              const stored = textsOf(sections, save.conflict?.stored as unknown as JsonObject);
              setTexts(withChanges(sections, stored, own));
              save.takeStored();
            }}
            onTake={() => {
              setTexts(textsOf(sections, save.conflict?.stored as unknown as JsonObject));
              save.takeStored();
            }}
            onReplace={() => save.replaceStored(written)}
          />
        )}
        {save.error && (
          <div role="alert" className="pt-3 text-bad">
            <p>{found.length > 0 ? texts.form.invalid : save.error.message}</p>
            {elsewhere.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={save.isPending || save.conflict !== undefined}
          >
            {changed ? texts.form.save : texts.form.create}
          </Button>
        </DialogActions>
      </footer>
    </form>
  );
}

const isLong = ({ name, control }: SchemaField) =>
  control === 'paragraph' || control === 'marks' || name === 'models' || name === 'output';

/** The name of an agent stays, and cheaper models count for one choice alone. */
function isAsked({ name }: SchemaField, filled: Record<string, string>, isNew: boolean): boolean {
  if (name === 'name') return isNew;
  return name !== 'cheaperModels' || filled['onLimit'] === '"cheaper"';
}

/** Beside a field, its name in the definition says nothing. */
function inFormWords(problem: FieldProblem): FieldProblem {
  if (problem.code !== 'missing') return problem;
  return { path: problem.path, message: texts.form.required };
}

/** What is wrong with a definition, and what its agent would lack, as the server sees it, while it is written. */
function useAgentCheck(definition: JsonObject) {
  const text = useSettled(canonicalJson(definition));
  return useQuery({ ...queries.agentCheck(text), placeholderData: keepPreviousData }).data;
}
