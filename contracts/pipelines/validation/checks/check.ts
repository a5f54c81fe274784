import type { Catalog } from '../../catalog.ts';
import type { Draft } from '../draft.ts';
import type { Graph } from '../graph.ts';
import type { Problem } from '../../../values/problem.ts';

/** What a check looks at. `document` is the raw document, for what the draft leaves out. */
export type Checked = { draft: Draft; graph: Graph; catalog: Catalog };

/** Finds the mistakes of one kind. */
export type Check = (checked: Checked) => Problem[];
