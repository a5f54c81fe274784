import { TriangleAlert } from 'lucide-react';
import { useModel } from '../../model/model.ts';
import { nodeIn } from '../../../../document/raw.ts';
import { formText } from '../../model/problem-places.ts';
import { useEditor } from '../../state/use-editor.ts';
import { namesFor } from '../names-for.ts';
import type { ControlProps } from './control-props.ts';
import { nameTexts } from '../name-texts.ts';
import { texts } from '../texts.ts';

/** Several names of those that there are, each with a box to mark. */
export function NamesControl({ field, value, onChange, node, problems }: ControlProps) {
  const { lists } = useModel();
  const document = useEditor(({ history }) => history.present.document);
  const known = namesFor(
    field.name,
    lists,
    node === undefined ? undefined : nodeIn(document, node),
  );
  const isEffect = (name: string) =>
    field.name === 'tools' && lists.tools?.find((tool) => tool.name === name)?.sideEffect === true;
  const isTooEarly =
    node !== undefined && field.name === 'tools' && nodeIn(document, node)?.['agent'] === undefined;
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const names = [...new Set([...known, ...chosen])];

  function toggle(name: string, isChosen: boolean) {
    const next = isChosen ? [...chosen, name] : chosen.filter((other) => other !== name);
    onChange(next.length === 0 ? undefined : next);
  }

  return (
    <fieldset>
      <legend className="font-medium">{field.label}</legend>
      {field.help && <p className="text-[12px] text-muted">{field.help}</p>}
      <div className="mt-1 grid max-h-44 grid-cols-2 gap-x-3 overflow-auto">
        {names.map((name) => (
          <label key={name} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
              className="size-3.5 shrink-0 accent-(--accent-fill)"
            />
            <span className="truncate" title={name}>
              {name}
            </span>
            {isEffect(name) && (
              <TriangleAlert
                aria-label={nameTexts.sideEffect}
                className="size-3 shrink-0 text-wait"
              />
            )}
          </label>
        ))}
        {names.length === 0 && (
          <span className="text-muted">
            {isTooEarly ? nameTexts.agentFirst : texts.controls.nothingToChoose}
          </span>
        )}
      </div>
      {problems.map((problem) => (
        <p key={problem.path + problem.message} className="mt-1 text-[12px] text-bad">
          {formText(problem)}
        </p>
      ))}
    </fieldset>
  );
}
