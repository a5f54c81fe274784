import { controlLook } from '../../../../components/controls/field.tsx';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';

/** A line of text. */
export function TextControl({ field, value, onChange, problems }: ControlProps) {
  const { fallback, control: kind } = field;
  const usual = typeof fallback === 'string' ? fallback : undefined;
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <input
          {...control}
          value={typeof value === 'string' ? value : textOfValue(value)}
          placeholder={usual ?? (kind === 'duration' ? '5m' : undefined)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        />
      )}
    </ControlField>
  );
}
