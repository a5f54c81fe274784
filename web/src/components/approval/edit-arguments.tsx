import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { Button } from '../controls/button.tsx';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import type { Editing } from './use-editing.ts';
import { texts } from './texts.ts';

type EditArgumentsProps = { editing: Editing; problems: FieldProblem[]; onClose: () => void };

/** Lets what is asked for be changed before it is approved. */
export function EditArguments({ editing, problems, onClose }: EditArgumentsProps) {
  const { fields, texts: written, setTexts, changed, reset } = editing;
  return (
    <fieldset className="mt-3 grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-muted">{changed ? texts.edit.changed : texts.edit.title}</legend>
      <SchemaForm
        fields={fields}
        texts={written}
        onChange={setTexts}
        problems={problems}
        at="args"
      />
      <Button
        className="min-h-11 self-end md:min-h-8"
        onClick={() => {
          reset();
          onClose();
        }}
      >
        {texts.edit.reset}
      </Button>
    </fieldset>
  );
}
