import { useId } from 'react';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** How every control for text looks. */
export const controlLook =
  'min-h-11 w-full rounded-md md:min-h-8 border border-line-strong bg-raised px-2 py-1 aria-invalid:border-bad';

/** What a control needs to be known by its label, its help and its problems. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FieldProps = {
  label: string;
  help?: string | undefined;
  isRequired?: boolean;
  /** What is wrong with the value, each with what to do. */
  problems?: readonly string[];
  /** What stands at the end of the label's line. */
  aside?: ReactNode;
  /** Set where the control is none of the browser's own, and names itself. */
  isGroup?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label, what it is for, and what is wrong with it. */
export function Field(props: FieldProps) {
  const {
    label,
    help,
    isRequired = false,
    problems = [],
    isGroup = false,
    aside,
    children,
  } = props;
  const Label = isGroup ? 'div' : 'label';
  const id = useId();
  const describedBy = [help && `${id}-help`, problems.length > 0 && `${id}-problems`]
    .filter(Boolean)
    .join(' ');
  return (
    <div>
      <div className="flex items-center justify-between gap-2 md:items-end">
        <Label {...(!isGroup && { htmlFor: id })} className="block font-medium">
          {label}
          {isRequired && (
            <span aria-hidden title={texts.required} className="text-muted">
              {' '}
              *
            </span>
          )}
        </Label>
        {aside}
      </div>
      {help && (
        <p id={`${id}-help`} className="text-[12px] text-muted">
          {help}
        </p>
      )}
      <div className="mt-1">
        {children({
          id,
          'aria-describedby': describedBy || undefined,
          'aria-invalid': problems.length > 0 || undefined,
          'aria-required': isRequired || undefined,
        })}
      </div>
      {problems.length > 0 && (
        <ul id={`${id}-problems`} className="mt-1 text-[12px] text-bad">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
