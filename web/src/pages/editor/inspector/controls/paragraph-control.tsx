import { controlLook } from '../../../../components/controls/field.tsx';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';

/** Text of several lines. */
export function ParagraphControl({ field, value, onChange, problems }: ControlProps) {
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          value={typeof value === 'string' ? value : textOfValue(value)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        />
      )}
    </ControlField>
  );
}
