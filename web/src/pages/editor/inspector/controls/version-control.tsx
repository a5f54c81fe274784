import { useQuery } from '@tanstack/react-query';
import type { Json } from '../../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../../contracts/base/json.ts';
import { queries } from '../../../../api/queries.ts';
import { Select, kept } from '../../../../components/controls/select.tsx';
import type { Path } from '../../../../document/path.ts';
import { useEditor } from '../../state/use-editor.ts';
import { texts } from '../texts.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';

/** The version of the pipeline that a node runs, or a trigger starts: the live one, or one of those that there are. */
export function VersionControl({ field, value, path, problems, onChange }: ControlProps) {
  const name = useEditor(
    ({ history, saved }) =>
      pipelineAt(history.present.document, path) ??
      (path[0] === 'triggers' ? saved.name : undefined),
  );
  const versions = useQuery({
    ...queries.pipelineVersions(name ?? ''),
    enabled: name !== undefined,
    retry: false,
  }).data?.items;
  if (name === undefined && value === undefined) return null;
  const chosen = value === undefined ? '' : String(value);
  const known = (versions ?? []).map(({ number }) => String(number));
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
          options={[
            ['', texts.controls.liveVersion],
            ...(versions ?? []).map(
              ({ number, note }) => [String(number), texts.controls.version(number, note)] as const,
            ),
            ...kept(chosen, known),
          ]}
        />
      )}
    </ControlField>
  );
}

/** The pipeline that a version at a place of the document is of. */
function pipelineAt(document: Json, [list, index]: Path): string | undefined {
  if (!isJsonObject(document)) return undefined;
  const items = document[String(list)];
  const item = Array.isArray(items) ? items[Number(index)] : undefined;
  const name = list === 'triggers' ? document['name'] : isJsonObject(item) && item['pipeline'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
