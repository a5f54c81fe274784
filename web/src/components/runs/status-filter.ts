import { runStatuses } from '../../../../contracts/runs/run.ts';
import type { Filter } from '../controls/filter-bar.tsx';
import { statusLooks } from './status.tsx';

/** Narrows runs or tasks down by how they stand. */
export const statusFilter: Filter<'status'> = {
  name: 'status',
  label: 'Status',
  choice: {
    all: 'Every status',
    options: runStatuses.map((value) => ({ value, title: statusLooks[value].label })),
  },
};
