import { runStatuses } from '../../../../contracts/runs/run.ts';
import type { Filter } from '../controls/filter-bar.tsx';
import { statusLooks } from './status.tsx';
import { texts } from '../controls/texts.ts';

/** Narrows runs or tasks down by how they stand. */
export const statusFilter: Filter<'status'> = {
  name: 'status',
  label: texts.status.label,
  choice: {
    all: texts.status.all,
    options: runStatuses.map((value) => ({ value, title: statusLooks[value].label })),
  },
};
