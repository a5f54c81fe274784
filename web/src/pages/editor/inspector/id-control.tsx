import type { Json } from '../../../../../contracts/base/json.ts';
import { nodeBase } from '../../../../../contracts/pipelines/nodes/base.ts';
import { takenIds } from '../../../document/raw.ts';
import { useEdits } from '../commands/use-edits.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { RenamedField } from './controls/renamed-field.tsx';
import { texts } from './texts.ts';

type IdControlProps = {
  id: string;
  help: string;
  problems: readonly PlacedProblem[];
  rename: (document: Json, from: string, to: string) => Json;
};

/** The id of a node or a trigger. Another one is taken when the field is left, and everywhere that it is read. */
export function IdControl({ id, help, problems, rename }: IdControlProps) {
  const store = useEditorStore();
  const { edit } = useEdits();
  return (
    <RenamedField
      label={texts.node.id}
      help={help}
      name={id}
      problems={problems}
      refusalOf={(wanted) => refusalOf(wanted, takenIds(store.getState().history.present.document))}
      onRename={(name) =>
        edit((document) => rename(document, id, name), {
          select: { nodes: [name], edges: [] },
          renames: id,
        })
      }
    />
  );
}

function refusalOf(id: string, taken: string[]): string | undefined {
  if (taken.includes(id)) return texts.node.idTaken(id);
  return nodeBase.id.safeParse(id).error?.issues[0]?.message;
}
