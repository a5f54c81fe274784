import { Plus } from 'lucide-react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { Button } from '../../../components/controls/button.tsx';
import type { PlacedProblem } from '../model/problem-places.ts';
import { problemText, problemsAt } from '../model/problem-places.ts';
import { InputForm } from './input-form.tsx';
import { addInput, editedInputs } from './input-schema.ts';
import { texts } from './texts.ts';

type InputsFormProps = {
  inputs: Json | undefined;
  problems: readonly PlacedProblem[];
  onChange: (inputs: Json) => void;
};

/** What a run is started with: the inputs one by one. */
export function InputsForm({ inputs, problems, onChange }: InputsFormProps) {
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
          {problem.path}: {problemText(problem)}
        </p>
      ))}
    </section>
  );
}
