import { controlLook } from '../../../../components/controls/field.tsx';
import { canonicalJson } from '../../../../../../contracts/base/json.ts';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';
import { useTyped } from './use-typed.ts';

/** A list of texts, one a line. */
export function LinesControl({ field, value, onChange, problems }: ControlProps) {
  const { fallback } = field;
  const { text, setTyped, forget } = useTyped(
    linesOf(value),
    (typed) => canonicalJson(read(typed)) === canonicalJson(value),
  );
  return (
    <ControlField field={field} problems={problems}>
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
    </ControlField>
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
