import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { useLack } from '../../../api/use-right.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { writtenValue } from './changes.ts';
import type { WrittenChanges } from './changes.ts';
import { retryTexts } from './texts.ts';

type Props = {
  /** The inputs of the run that is retried. */
  inputs: JsonObject;
  /** The nodes whose output can be given. */
  nodes: readonly string[];
  written: WrittenChanges;
  /** The names of what cannot be read. */
  unread: readonly string[];
  onChange: (written: WrittenChanges) => void;
};

/** Asks for other inputs, and for an output in place of running a node. */
export function ChangesForm({ inputs, nodes, written, unread, onChange }: Props) {
  const lack = useLack('write');
  const problemsOf = (name: string) => (unread.includes(name) ? [retryTexts.unread] : []);
  return (
    <details className="mb-3">
      <summary className="cursor-pointer">{retryTexts.changes}</summary>
      <div className="mt-2 flex flex-col gap-3">
        {Object.entries(inputs).map(([name, value]) => (
          <TextField
            key={name}
            label={retryTexts.input(name)}
            value={written.inputs[name] ?? writtenValue(value)}
            problems={problemsOf(name)}
            onChange={(text) =>
              onChange({ ...written, inputs: { ...written.inputs, [name]: text } })
            }
          />
        ))}
        {lack !== undefined && <p className="text-muted">{lack}</p>}
        {lack === undefined && (
          <SelectField
            label={retryTexts.givenNode}
            help={retryTexts.givenNodeHelp}
            value={written.node}
            onChange={(node) => onChange({ ...written, node })}
            options={[['', retryTexts.none], ...nodes.map((id) => [id, id] as const)]}
          />
        )}
        {written.node !== '' && (
          <Field
            label={retryTexts.output(written.node)}
            help={retryTexts.outputHelp}
            problems={problemsOf('output')}
          >
            {(control) => (
              <textarea
                {...control}
                rows={4}
                spellCheck={false}
                value={written.output}
                onChange={({ target }) => onChange({ ...written, output: target.value })}
                className={`${controlLook} font-mono`}
              />
            )}
          </Field>
        )}
      </div>
    </details>
  );
}
