import { problem } from '../problem.ts';
import type { Check } from './check.ts';

/** Approvals are given by someone who can give them. */
export const operatorApproves: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) =>
    node.kind !== 'approval' || node.approvers.includes('operator')
      ? []
      : [
          problem(
            ['nodes', index, 'approvers'],
            'nobody of these can decide',
            'add operator: it is who the API and the command decide as',
          ),
        ],
  );
