import { controlLook } from '../../../../components/controls/field.tsx';
import { choiceText } from '../choice-texts.ts';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';
import { texts } from '../texts.ts';

/** One of some values. What counts where none is chosen stands first. */
export function ChoiceControl({ field, value, onChange, problems }: ControlProps) {
  const { choices, fallback, name } = field;
  const chosen = textOfValue(value);
  const usual =
    typeof fallback === 'string'
      ? texts.controls.default(choiceText(name, fallback))
      : texts.controls.noDefault;
  const others = choices.filter((choice) => choice !== fallback);
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <select
          {...control}
          value={chosen === fallback ? '' : chosen}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        >
          <option value="">{usual}</option>
          {others.map((choice) => (
            <option key={choice} value={choice}>
              {choiceText(name, choice)}
            </option>
          ))}
          {chosen !== '' && !choices.includes(chosen) && <option value={chosen}>{chosen}</option>}
        </select>
      )}
    </ControlField>
  );
}
