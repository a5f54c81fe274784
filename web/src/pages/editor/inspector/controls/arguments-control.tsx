import { useMemo } from 'react';
import type { Json, JsonObject } from '../../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../../contracts/base/json.ts';
import { Button } from '../../../../components/controls/button.tsx';
import { approvalToTake, takeApproved } from '../../../../document/edits/show-call.ts';
import { nodeIn } from '../../../../document/raw.ts';
import { useEdits } from '../../commands/use-edits.ts';
import { useModel } from '../../model/model.ts';
import { formText, problemsAt } from '../../model/problem-places.ts';
import { useEditor } from '../../state/use-editor.ts';
import { argumentFields, argumentSchema } from '../argument-fields.ts';
import { sourceTool, suggestedFor, withSource } from '../argument-sources.ts';
import { approvedTexts } from '../approved-texts.ts';
import { ApprovedFrom } from './approved-from.tsx';
import { ArgumentControl } from './argument-control.tsx';
import type { ControlProps } from './control-props.ts';
import { ValueControl } from './template-controls.tsx';
import { texts } from '../texts.ts';
import { useFocusOnSwitch } from './use-focus-on-switch.ts';

/** What a node hands to its tool or its pipeline: a field for each argument, or one expression for all. */
export function ArgumentsControl(props: ControlProps) {
  const { field, value, onChange, node, path, problems } = props;
  const { catalogue, graph } = useModel();
  const document = useEditor(({ history }) => history.present.document);
  const { edit } = useEdits();
  const approval = node === undefined ? undefined : approvalToTake(document, node);
  const schema = argumentSchema(node === undefined ? undefined : nodeIn(document, node), catalogue);
  const isByName = value === undefined || isJsonObject(value);
  const { frame, wantFocus } = useFocusOnSwitch<HTMLDivElement & HTMLFieldSetElement>();
  const given: JsonObject = useMemo(() => (isJsonObject(value) ? value : {}), [value]);
  const fields = argumentFields(schema, given);
  const known = fields.map(({ name }) => [...path, name]);
  const elsewhere = problems.filter(
    (problem) => !known.some((at) => problemsAt([problem], at).length > 0),
  );

  function switchTo(next: Json | undefined) {
    wantFocus();
    onChange(next);
  }

  if (!isByName) {
    return (
      <div ref={frame}>
        <ValueControl {...props} field={{ ...field, help: texts.controls.oneExpressionHelp }} />
        <ApprovedFrom args={value} />
        <Button look="quiet" className="mt-1" onClick={() => switchTo(undefined)}>
          {texts.controls.useFields}
        </Button>
      </div>
    );
  }
  return (
    <fieldset ref={frame} className="flex flex-col gap-3">
      <legend className="mb-1 flex w-full items-center font-semibold">
        {field.label}
        <Button look="quiet" className="ml-auto" onClick={() => switchTo('{{  }}')}>
          {texts.controls.useExpression}
        </Button>
      </legend>
      {approval !== undefined && node !== undefined && (
        <Button
          onClick={() => {
            wantFocus();
            edit((before) => takeApproved(before, { approval, node }));
          }}
        >
          {approvedTexts.use(approval)}
        </Button>
      )}
      {fields.length === 0 && (
        <p className="text-muted">
          {schema ? texts.controls.noArguments : texts.controls.chooseFirst}
        </p>
      )}
      {fields.map((argument) => (
        <ArgumentControl
          key={argument.name}
          argument={argument}
          value={given[argument.name]}
          suggested={
            node === undefined || given[argument.name] !== undefined
              ? undefined
              : suggestedFor(document, { node, argument: argument.name })
          }
          sourceTool={
            node === undefined || given[argument.name] !== undefined
              ? undefined
              : sourceTool(document, { node, argument: argument.name })
          }
          onSource={() => {
            if (node === undefined || graph === undefined) return;
            edit((before) => withSource(before, { node, argument: argument.name, graph }));
          }}
          node={node}
          path={[...path, argument.name]}
          problems={problemsAt(problems, [...path, argument.name])}
          onChange={(next) => onChange(withArgument(given, argument.name, next))}
        />
      ))}
      {elsewhere.map((problem) => (
        <p key={problem.path + problem.message} className="text-[12px] text-bad">
          {formText(problem)}
        </p>
      ))}
    </fieldset>
  );
}

function withArgument(given: JsonObject, name: string, value: Json | undefined): Json | undefined {
  const { [name]: _before, ...others } = given;
  const all = value === undefined ? others : { ...given, [name]: value };
  return Object.keys(all).length === 0 ? undefined : all;
}
