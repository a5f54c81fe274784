import { useState } from 'react';
import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { placeProblem } from '../model/problem-places.ts';
import { ValueControl } from './controls/template-controls.tsx';
import { plainField } from './form-fields.ts';
import { rulesOf, shownKeywords } from './input-schema.ts';
import type { EditedInput } from './input-schema.ts';
import { texts } from './texts.ts';

type InputRulesProps = {
  schema: EditedInput['schema'];
  path: string[];
  problems: readonly PlacedProblem[];
  onChange: (rules: JsonObject) => void;
};

/** What else the schema of an input says, as YAML: least lengths, allowed values, members. */
export function InputRules({ schema, path, problems, onChange }: InputRulesProps) {
  // What is no keyword with a value yet stays here until it is one.
  const [unfinished, setUnfinished] = useState<Json>();
  const rules = rulesOf(schema);
  const kept = Object.keys(rules).length === 0 ? undefined : rules;
  const own = problems.filter(
    ({ at }) => at.length > path.length && !shownKeywords.has(String(at[path.length])),
  );
  const unread = placeProblem({
    path: path.join('.'),
    message: texts.inputs.notAKeyword,
    fix: texts.inputs.keywordFix,
  });

  function take(value: Json | undefined) {
    const isRead = value === undefined || isJsonObject(value);
    setUnfinished(isRead ? undefined : value);
    if (isRead) onChange(value ?? {});
  }

  return (
    <ValueControl
      field={{
        ...plainField,
        name: 'rules',
        label: texts.inputs.rules,
        help: texts.inputs.rulesHelp,
        control: 'value',
      }}
      value={unfinished ?? kept}
      node={undefined}
      path={path}
      problems={unfinished === undefined ? own : [unread]}
      onChange={take}
    />
  );
}
