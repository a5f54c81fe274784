import type { Trigger } from '../../../../../contracts/pipelines/triggers/index.ts';
import { triggerText } from '../../../../../contracts/pipelines/triggers/words.ts';
import { renameTrigger, setInTrigger } from '../../../document/edits/triggers.ts';
import { triggerIn } from '../../../document/raw.ts';
import { useEdits } from '../commands/use-edits.ts';
import { useModel } from '../model/model.ts';
import { formText, problemsAt } from '../model/problem-places.ts';
import { useEditor } from '../state/use-editor.ts';
import { FormHeading } from './form-heading.tsx';
import { FieldControl } from './controls/field-control.tsx';
import { triggerFields } from './form-fields.ts';
import { IdControl } from './id-control.tsx';
import { texts } from './texts.ts';

/** The settings of one trigger, drawn from the schema of its kind. */
export function TriggerForm({ index, trigger }: { index: number; trigger: Trigger }) {
  const { id, kind } = trigger;
  const { problems } = useModel();
  const { edit } = useEdits();
  const raw = useEditor(({ history }) => triggerIn(history.present.document, id));
  const fields = triggerFields(kind);
  const here = problemsAt(problems, ['triggers', index]);
  const known = new Set(['id', ...fields.map(({ name }) => name)]);
  const elsewhere = here.filter(({ at }) => !known.has(String(at[2])));

  return (
    <section aria-label={texts.node.label(id)} className="flex flex-col gap-4 p-4">
      <FormHeading kind={kind} />
      {here.length === 0 && <p className="text-muted">{triggerText(trigger)}</p>}
      {elsewhere.map((problem) => (
        <p key={problem.path + problem.message} className="text-bad">
          {formText(problem)}
        </p>
      ))}
      <IdControl
        id={id}
        help={texts.trigger.idHelp}
        problems={problemsAt(here, ['triggers', index, 'id'])}
        rename={renameTrigger}
      />
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={raw?.[field.name]}
          node={undefined}
          path={['triggers', index, field.name]}
          problems={problemsAt(here, ['triggers', index, field.name])}
          onChange={(value) =>
            edit((document) => setInTrigger(document, id, field.name, value), {
              group: `${id}.${field.name}`,
            })
          }
        />
      ))}
      <p className="text-muted">{texts.trigger.acts}</p>
    </section>
  );
}
