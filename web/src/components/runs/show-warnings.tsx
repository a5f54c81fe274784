import { toast } from '../notices/toast.ts';
import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { problemsElsewhere } from '../schema-form/problems-at.ts';
import { texts } from './texts.ts';

/** Tells, until it is closed, what a run that was started may fail at; nothing where there are no warnings. */
export function showWarnings(warnings: FieldProblem[]): void {
  if (warnings.length === 0) return;
  toast.warning(texts.warnings.title, {
    description: (
      <ul
        tabIndex={0}
        aria-label={texts.warnings.label}
        className="max-h-[40vh] list-disc overflow-auto pl-4"
      >
        {problemsElsewhere(warnings, []).map((warning) => (
          <li key={warning} className="wrap-anywhere">
            {warning}
          </li>
        ))}
      </ul>
    ),
    duration: Infinity,
  });
}
