import { Braces } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Json, JsonSchema } from '../../../../../../contracts/base/json.ts';
import { isExpression, lastValue, misfit } from '../../expressions/last-value.ts';
import { useSourceValues } from '../../expressions/source-run.ts';
import { textOfValue } from '../template-text.ts';
import { texts } from '../texts.ts';
import { useFocusOnSwitch } from './use-focus-on-switch.ts';

type SwitchableProps = {
  /** What the field is called. */
  name: string;
  value: Json | undefined;
  schema?: JsonSchema | undefined;
  /** The node that reads. */
  node: string | undefined;
  onChange: (value: Json | undefined) => void;
  /** Draws the field of either, with the button that goes to the other. */
  children: (isFixed: boolean, aside: ReactNode) => ReactNode;
};

/** A field that takes a fixed value or an expression, with a button that leads from one to the other and back. */
export function Switchable(props: SwitchableProps) {
  const { name, value, schema, node, onChange, children } = props;
  const { frame, wantFocus } = useFocusOnSwitch<HTMLDivElement>();
  // An expression that was emptied is still asked for as one.
  const [isWanted, setWanted] = useState(isExpression(value));
  const isFixed = !isExpression(value) && !(isWanted && isLine(value));
  const before = useRef<Json>(undefined);
  const last = useSourceValues(node)?.values;

  function toExpression() {
    const kept = before.current;
    before.current = value;
    setWanted(true);
    wantFocus();
    onChange(isExpression(kept) ? kept : '{{  }}');
  }

  /** What it was before, else what the expression gave, else nothing yet. */
  function toFixed() {
    const given = lastValue(value, { isWhole: false, last });
    const fitting = given !== undefined && misfit(given, schema) === undefined ? given : undefined;
    const kept = isExpression(before.current) ? undefined : before.current;
    before.current = value;
    setWanted(false);
    wantFocus();
    onChange(kept ?? fitting);
  }

  return (
    <div ref={frame}>
      {children(
        isFixed,
        <button
          type="button"
          aria-pressed={!isFixed}
          aria-label={texts.controls.expressionFor(name)}
          title={isFixed ? texts.controls.toExpression : texts.controls.toFixed}
          onClick={isFixed ? toExpression : toFixed}
          className="grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text aria-pressed:bg-hover aria-pressed:text-accent max-md:-mt-3 max-md:size-11"
        >
          <Braces aria-hidden className="size-4" />
        </button>,
      )}
    </div>
  );
}

function isLine(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string';
}

/** A text as it is; what is none, as YAML. */
export function writeLine(value: Json | undefined): string {
  return typeof value === 'string' ? value : textOfValue(value);
}

/** What is typed is a text, whatever it looks like. */
export function readLine(text: string): Json | undefined {
  return text === '' ? undefined : text;
}
