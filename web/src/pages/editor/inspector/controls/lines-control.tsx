import { Field, controlLook } from '../../../../components/field.tsx';
import { canonicalJson } from '../../../../../../contracts/json.ts';
import { problemText } from '../../model/problem-places.ts';
import { textOfValue } from '../template-text.ts';
import type { ControlProps } from './control-props.ts';
import { useTyped } from './use-typed.ts';

/** A list of texts, one a line. */
export function LinesControl({ field, value, onChange, problems }: ControlProps) {
  const { label, help, isRequired, fallback } = field;
  const { text, setTyped, forget } = useTyped(
    linesOf(value),
    (typed) => canonicalJson(read(typed)) === canonicalJson(value),
  );
  return (
    <Field label={label} help={help} isRequired={isRequired} problems={problems.map(problemText)}>
      {(control) => (
        <textarea
          {...control}
          rows={Math.max(1, text.split('\n').length)}
          value={text}
          placeholder={linesOf(fallback)}
          spellCheck={false}
          onBlur={forget}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(read(target.value));
          }}
          className={controlLook}
        />
      )}
    </Field>
  );
}

function linesOf(value: ControlProps['value']): string {
  if (!Array.isArray(value)) return textOfValue(value);
  return value.map((line) => (typeof line === 'string' ? line : textOfValue(line))).join('\n');
}

function read(text: string): string[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length === 0 ? undefined : lines;
}
