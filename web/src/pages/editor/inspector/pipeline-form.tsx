import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { setAt } from '../../../document/set-at.ts';
import { useEdits } from '../commands/use-edits.ts';
import { useModel } from '../model/model.ts';
import { problemsAt, formText } from '../model/problem-places.ts';
import { useEditor } from '../state/use-editor.ts';
import { FieldControl } from './controls/field-control.tsx';
import { outageFormFields, plainField } from './form-fields.ts';
import type { FormField } from './form-fields.ts';
import { texts } from './texts.ts';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import type { PlacedProblem } from '../model/problem-places.ts';
import { InputForm } from './input-form.tsx';
import { addInput, editedInputs } from './input-schema.ts';

const fields: FormField[] = [
  {
    ...plainField,
    name: 'name',
    label: texts.pipeline.name,
    help: texts.pipeline.nameHelp,
    isRequired: true,
    control: 'text',
  },
  { ...plainField, name: 'title', label: texts.pipeline.title, control: 'text' },
  { ...plainField, name: 'description', label: texts.pipeline.description, control: 'paragraph' },
];

const output: FormField = {
  ...plainField,
  name: 'output',
  label: texts.pipeline.output,
  help: texts.pipeline.outputHelp,
  control: 'value',
};

const outages = outageFormFields();

/** The settings of the pipeline itself. */
export function PipelineForm() {
  const { problems } = useModel();
  const { edit } = useEdits();
  const document = useEditor(({ history }) => history.present.document);
  const head = isJsonObject(document) ? document : {};

  const set = (name: string, value: Json | undefined) =>
    edit((before) => setAt(before, [name], value), { group: `pipeline.${name}` });
  const control = (field: FormField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={head[field.name]}
      node={undefined}
      path={[field.name]}
      problems={problemsAt(problems, [field.name])}
      onChange={(value) => set(field.name, value)}
    />
  );

  return (
    <section aria-label={texts.pipeline.label} className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold">{texts.pipeline.heading}</h2>
      {fields.map(control)}
      <InputsForm
        inputs={head['inputs']}
        problems={problemsAt(problems, ['inputs'])}
        onChange={(inputs) => set('inputs', inputs)}
      />
      {control(output)}
      <h3 className="mt-2 border-t border-line pt-4 font-semibold">{texts.pipeline.outages}</h3>
      <p className="text-muted">{texts.pipeline.outagesHelp}</p>
      {outages.map(control)}
    </section>
  );
}

type InputsFormProps = {
  inputs: Json | undefined;
  problems: readonly PlacedProblem[];
  onChange: (inputs: Json) => void;
};

/** What a run is started with: the inputs one by one. */
function InputsForm({ inputs, problems, onChange }: InputsFormProps) {
  const edited = editedInputs(inputs);
  const shown = edited.map(({ name }) => ['inputs', 'properties', name]);
  const elsewhere = problems.filter(
    (problem) => !shown.some((path) => problemsAt([problem], path).length > 0),
  );
  return (
    <section aria-label={texts.inputs.label} className="flex flex-col gap-2">
      <h3 className="flex items-center font-semibold">
        {texts.inputs.label}
        <Button look="quiet" className="ml-auto" onClick={() => onChange(addInput(inputs))}>
          <Plus aria-hidden className="size-4" />
          {texts.inputs.add}
        </Button>
      </h3>
      {edited.length === 0 && <p className="text-muted">{texts.inputs.empty}</p>}
      {edited.map((input, index) => (
        <InputForm
          // A name changes while it is typed; its place does not.
          key={index}
          input={input}
          inputs={inputs}
          problems={problemsAt(problems, ['inputs', 'properties', input.name])}
          onChange={onChange}
        />
      ))}
      {elsewhere.map((problem) => (
        <p key={problem.path + problem.message} className="text-[12px] text-bad">
          {problem.path}: {formText(problem)}
        </p>
      ))}
    </section>
  );
}
