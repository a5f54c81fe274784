import { TriangleAlert } from 'lucide-react';
import { placeholder as placeholderOf } from '@codemirror/view';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Json, JsonSchema } from '../../../../../../contracts/base/json.ts';
import { CodeField } from '../../../../components/code/code-field.tsx';
import { Field } from '../../../../components/controls/field.tsx';
import { completeNames } from '../../expressions/completion-source.ts';
import { inOneLine, lastValue, misfit } from '../../expressions/last-value.ts';
import { startOf, useSourceValues } from '../../expressions/source-run.ts';
import { useScope } from '../../expressions/use-scope.ts';
import { problemText } from '../../model/problem-places.ts';
import type { PlacedProblem } from '../../model/problem-places.ts';
import { texts } from '../texts.ts';

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
    aside,
  } = props;
  const scope = useScope(node);
  const latest = useRef(scope);
  useEffect(() => {
    latest.current = scope;
  });
  const extensions = useMemo(
    () => [
      completeNames({ isWhole, scope: () => latest.current() }),
      placeholder === undefined ? [] : placeholderOf(placeholder),
    ],
    [isWhole, placeholder],
  );
  const source = useSourceValues(node);
  const last = source?.values;
  const given = useMemo(() => lastValue(value, { isWhole, last }), [value, isWhole, last]);
  const unfit = useMemo(
    () => (given === undefined ? undefined : misfit(given, schema)),
    [given, schema],
  );
  const problems = props.problems.map(problemText);
  return (
    <Field
      label={label}
      help={help}
      isRequired={isRequired ?? false}
      problems={problems}
      aside={aside}
      isGroup
    >
      {(control) => (
        <>
          <CodeField
            text={write(value)}
            isSame={(typed) => JSON.stringify(read(typed)) === JSON.stringify(value)}
            onChange={(text) => props.onChange(read(text))}
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
          {unfit !== undefined && (
            <p className="mt-1 flex gap-1 text-[12px] text-wait">
              <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
              {texts.controls.unfit(unfit)}
            </p>
          )}
        </>
      )}
    </Field>
  );
}
