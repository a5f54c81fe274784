import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { Button } from '../controls/button.tsx';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import type { Editing } from './use-editing.ts';

type EditArgumentsProps = { editing: Editing; problems: FieldProblem[]; onClose: () => void };

/** Lets what is asked for be changed before it is approved. */
export function EditArguments({ editing, problems, onClose }: EditArgumentsProps) {
  const { fields, texts, setTexts, changed, reset } = editing;
  return (
    <fieldset className="mt-3 grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-muted">
        {changed
          ? 'Changed: it is checked again when it is carried out'
          : 'Change what is carried out'}
      </legend>
      <SchemaForm fields={fields} texts={texts} onChange={setTexts} problems={problems} at="args" />
      <Button
        className="min-h-11 self-end md:min-h-8"
        onClick={() => {
          reset();
          onClose();
        }}
      >
        As it was asked for
      </Button>
    </fieldset>
  );
}
