import { TriangleAlert } from 'lucide-react';
import { placeholder as placeholderOf } from '@codemirror/view';
import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Json, JsonSchema } from '../../../../../../contracts/base/json.ts';
import { CodeField } from '../../../../components/code/code-field.tsx';
import { Field } from '../../../../components/controls/field.tsx';
import { closeBraces, offerNames } from '../../expressions/close-braces.ts';
import { completeNames } from '../../expressions/completion-source.ts';
import { inOneLine, lastValue, misfit } from '../../expressions/last-value.ts';
import { useSettled } from '../../../../components/hooks/use-settled.ts';
import { missingFields } from '../../expressions/missing-fields.ts';
import { startOf, useSourceValues } from '../../expressions/source-run.ts';
import { useScope } from '../../expressions/use-scope.ts';
import { useModel } from '../../model/model.ts';
import { isUnfinished, formText } from '../../model/problem-places.ts';
import type { PlacedProblem } from '../../model/problem-places.ts';
import { texts } from '../texts.ts';
import { MissingNote } from './missing-note.tsx';

type ExpressionFieldProps = {
  label: string;
  help?: string | undefined;
  isRequired?: boolean;
  /** What stands in the empty field. */
  placeholder?: string | undefined;
  value: Json | undefined;
  /** The value as text, and the value that a text stands for. */
  write: (value: Json | undefined) => string;
  read: (text: string) => Json | undefined;
  /** Whether the whole is an expression, and not text with expressions in it. */
  isWhole?: boolean;
  /** Whether the text is YAML. */
  isYaml?: boolean;
  /** The node that reads; none for the run's output. */
  node: string | undefined;
  /** What the value must be. */
  schema?: JsonSchema | undefined;
  /** Whether it holds expressions that one can choose. */
  canInsert?: boolean;
  /** What stands at the end of the label's line. */
  aside?: ReactNode;
  problems: readonly PlacedProblem[];
  onChange: (value: Json | undefined) => void;
};

/** A field whose expressions complete names and show what they gave in a run. */
export function ExpressionField(props: ExpressionFieldProps) {
  const {
    label,
    help,
    isRequired,
    placeholder,
    value,
    write,
    read,
    isWhole = false,
    isYaml = false,
    node,
    schema,
    canInsert = node !== undefined,
    aside,
  } = props;
  const view = useRef<EditorView>(undefined);
  const isEntered = useRef(false);
  const [isWriting, setIsWriting] = useState(false);
  const scope = useScope(node);
  const latest = useRef(scope);
  useEffect(() => {
    latest.current = scope;
  });
  const extensions = useMemo(
    () => [
      completeNames({ isWhole, scope: () => latest.current() }),
      isWhole || !canInsert ? [] : closeBraces(),
      placeholder === undefined ? [] : placeholderOf(placeholder),
    ],
    [isWhole, canInsert, placeholder],
  );
  const source = useSourceValues(node);
  const last = source?.values;
  const given = useMemo(() => lastValue(value, { isWhole, last }), [value, isWhole, last]);
  const unfit = useMemo(
    () => (given === undefined ? undefined : misfit(given, schema)),
    [given, schema],
  );
  const { draft } = useModel().drawn;
  // Not at every letter: it looks at all that can be read.
  const settled = useSettled(value);
  const missing = useMemo(
    () => missingFields(settled, { isWhole, draft, reader: node, scope }),
    [settled, isWhole, draft, node, scope],
  );
  // What is being written is not wrong because its end is not there yet.
  const problems = props.problems
    .filter((problem) => !isWriting || !isUnfinished(problem))
    .map(formText);
  return (
    <Field
      label={label}
      help={help}
      isRequired={isRequired ?? false}
      problems={problems}
      aside={
        canInsert ? (
          <span className="flex items-center gap-1">
            <span data-aside>
              <button
                type="button"
                aria-label={texts.controls.insertInto(label)}
                title={texts.controls.insertHelp}
                // The cursor stays where it is.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() =>
                  view.current &&
                  offerNames(view.current, { isWhole, isEntered: isEntered.current })
                }
                className="min-h-6 rounded-md px-1.5 text-[12px] text-muted hover:bg-hover hover:text-text max-md:min-h-11"
              >
                {texts.controls.insert}
              </button>
            </span>
            {aside}
          </span>
        ) : (
          aside
        )
      }
      isGroup
    >
      {(control) => (
        <div
          onFocus={() => {
            isEntered.current = true;
          }}
          onBlur={() => setIsWriting(false)}
        >
          <CodeField
            text={write(value)}
            isSame={(typed) => JSON.stringify(read(typed)) === JSON.stringify(value)}
            onChange={(text) => {
              setIsWriting(true);
              props.onChange(read(text));
            }}
            onView={(created) => {
              view.current = created;
            }}
            label={isRequired ? texts.controls.required(label) : label}
            describedBy={control['aria-describedby']}
            isInvalid={problems.length > 0}
            isYaml={isYaml}
            extensions={extensions}
            className={`max-h-72 overflow-auto rounded-md border bg-raised focus-within:outline-2 focus-within:outline-accent ${problems.length > 0 ? 'border-bad' : 'border-line-strong'}`}
          />
          {source && given !== undefined && (
            <p className="mt-1 text-[12px] text-muted">
              {texts.controls.inRun(startOf(source.run))}{' '}
              <span className="font-mono break-words">{inOneLine(given)}</span>
            </p>
          )}
          {missing.map((field) => (
            <MissingNote key={field.safe} field={field} />
          ))}
          {unfit !== undefined && (
            <p className="mt-1 flex gap-1 text-[12px] text-wait">
              <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
              {texts.controls.unfit(unfit)}
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
