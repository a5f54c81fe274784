import { controlLook } from '../../../../components/controls/field.tsx';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';
import { texts } from '../texts.ts';

const flags: Record<string, boolean> = { true: true, false: false };

/** Yes or no, or nothing said. */
export function FlagControl({ field, value, onChange, problems }: ControlProps) {
  const chosen = textOfValue(value);
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <select
          {...control}
          value={chosen}
          onChange={({ target }) => onChange(flags[target.value])}
          className={controlLook}
        >
          <option value="">{texts.controls.noDefault}</option>
          <option value="true">{texts.controls.yes}</option>
          <option value="false">{texts.controls.no}</option>
          {chosen !== '' && typeof value !== 'boolean' && <option value={chosen}>{chosen}</option>}
        </select>
      )}
    </ControlField>
  );
}
