import { controlLook } from '../../../../components/controls/field.tsx';
import { useModel } from '../../model/model.ts';
import { namesFor } from '../names-for.ts';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';
import { texts } from '../texts.ts';

/** The name of an agent, a tool or a pipeline, of those that there are. */
export function NameControl({ field, value, onChange, problems }: ControlProps) {
  const { name } = field;
  const { lists } = useModel();
  const names = namesFor(name, lists, undefined);
  const chosen = textOfValue(value);
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <select
          {...control}
          value={chosen}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        >
          <option value="">{texts.controls.choose}</option>
          {names.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
          {chosen !== '' && !names.includes(chosen) && <option value={chosen}>{chosen}</option>}
        </select>
      )}
    </ControlField>
  );
}
