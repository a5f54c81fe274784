import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** In an approval, `tool` and `args` need each other: only arguments of a tool can be changed. */
export const editableArguments: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'approval' || (node.tool === undefined) === (node.args === undefined)) {
      return [];
    }
    const [missing, given] = node.tool === undefined ? ['tool', 'args'] : ['args', 'tool'];
    const message = `${missing} is missing; ${given} needs it`;
    const fix =
      missing === 'tool'
        ? 'name the tool of the arguments'
        : 'write the arguments that the approver can change, such as {{ nodes.ID.output }} with the id of a node before it';
    return [problem(['nodes', index, missing], message, fix)];
  });
