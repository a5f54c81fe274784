import type { ReactNode } from 'react';
import { isJsonObject } from '../../../../../../contracts/base/json.ts';
import { problemsAt } from '../../model/problem-places.ts';
import type { ControlProps } from './control-props.ts';

type GroupControlProps = ControlProps & {
  /** Draws each field of the group. */
  Member: (props: ControlProps) => ReactNode;
};

/** Fields within a field; it is left out where all of them are. */
export function GroupControl(props: GroupControlProps) {
  const { field, value, onChange, node, path, problems, Member } = props;
  const object = isJsonObject(value) ? value : {};
  return (
    <fieldset className="flex flex-col gap-3 border-l-2 border-line pl-3">
      <legend className="sr-only">{field.label}</legend>
      {field.fields.map((member) => (
        <Member
          key={member.name}
          // Where the group is left out, so may be its fields.
          field={{ ...member, isRequired: false }}
          value={object[member.name]}
          node={node}
          path={[...path, member.name]}
          problems={problemsAt(problems, [...path, member.name])}
          onChange={(next) => {
            const { [member.name]: _before, ...others } = object;
            const all = next === undefined ? others : { ...object, [member.name]: next };
            onChange(Object.keys(all).length === 0 ? undefined : all);
          }}
        />
      ))}
    </fieldset>
  );
}
