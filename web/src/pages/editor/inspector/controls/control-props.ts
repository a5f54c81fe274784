import type { Json } from '../../../../../../contracts/base/json.ts';
import type { Path } from '../../../../document/path.ts';
import type { PlacedProblem } from '../../model/problem-places.ts';
import type { FormField } from '../form-fields.ts';

/** What every control of the inspector is given. */
export type ControlProps = {
  field: FormField;
  value: Json | undefined;
  /** Undefined leaves the field out of the document. */
  onChange: (value: Json | undefined) => void;
  /** The node that it belongs to; none for a setting of the pipeline. */
  node: string | undefined;
  /** Where the value is in the document. */
  path: Path;
  /** What is wrong with the value and its parts. */
  problems: readonly PlacedProblem[];
};
