import { problem } from '../problem.ts';
import type { Check } from './check.ts';

/** What can be changed is known as what it is: the arguments of a tool. */
export const editableArguments: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'approval' || (node.tool === undefined) === (node.args === undefined)) {
      return [];
    }
    const [missing, given] = node.tool === undefined ? ['tool', 'args'] : ['args', 'tool'];
    const message = `${missing} is missing, which belongs to ${given}`;
    const fix =
      missing === 'tool'
        ? 'name the tool that the arguments are for'
        : 'write the arguments that the person may change, such as {{ nodes.decide.output.order }}';
    return [problem(['nodes', index, missing], message, fix)];
  });

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
