import { Button } from '../../../../components/controls/button.tsx';
import { Select, kept } from '../../../../components/controls/select.tsx';
import { setInNode } from '../../../../document/edits/nodes.ts';
import { nodeIn } from '../../../../document/raw.ts';
import { useEdits } from '../../commands/use-edits.ts';
import { useModel } from '../../model/model.ts';
import { useEditor } from '../../state/use-editor.ts';
import { aboutName, effectsOf, harmlessOf, namesFor } from '../names-for.ts';
import { textOfValue } from '../template-text.ts';
import { nameTexts } from '../name-texts.ts';
import { texts } from '../texts.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';

/** The name of an agent, a tool or a pipeline, of those that there are. */
export function NameControl({ field, value, onChange, node, problems }: ControlProps) {
  const { name } = field;
  const { lists } = useModel();
  const { edit } = useEdits();
  const names = namesFor(name, lists, undefined);
  const chosen = textOfValue(value);
  const document = useEditor(({ history }) => history.present.document);
  const only = node === undefined ? undefined : nodeIn(document, node)?.['tools'];
  const effects =
    name === 'agent' ? effectsOf(chosen, Array.isArray(only) ? only.map(String) : [], lists) : [];
  // Of those that one has chosen, the others stay chosen alone.
  const harmless = harmlessOf(chosen, lists).filter(
    (tool) => !Array.isArray(only) || only.length === 0 || only.includes(tool),
  );
  const titleOf = (known: string) => {
    const about = aboutName(name, known, lists);
    return about === undefined ? known : `${known} – ${about}`;
  };
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <>
          <Select
            {...control}
            value={chosen}
            onChange={(next) => onChange(next === '' ? undefined : next)}
            options={[
              ['', texts.controls.choose],
              ...names.map((known) => [known, titleOf(known)] as const),
              ...kept(chosen, names),
            ]}
          />
          {effects.length > 0 && (
            <p className="mt-1 text-[12px] text-wait">{nameTexts.agentEffects(effects)}</p>
          )}
          {node !== undefined && effects.length > 0 && harmless.length > 0 && (
            <Button
              look="quiet"
              className="mt-1"
              onClick={() => edit((before) => setInNode(before, node, ['tools'], harmless))}
            >
              {nameTexts.withoutEffects}
            </Button>
          )}
        </>
      )}
    </ControlField>
  );
}
