import type { NodeOf } from '../../nodes/index.ts';
import { problem } from '../../../values/problem.ts';
import type { Path, Problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** Ports that a switch may have beside those of its cases. */
const taken = ['default', 'error'];

/** Each case of a switch has a port of its own and one question, and a value is compared with something. */
export const switchCases: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    // Cases that cannot be read are reported already.
    if (node.kind !== 'switch' || node.cases.length === 0) return [];
    const path = ['nodes', index];
    return [
      ...node.cases.flatMap((_case, at) => caseProblems(node, at, [...path, 'cases', at])),
      ...valueProblems(node, [...path, 'value']),
    ];
  });

function caseProblems({ cases }: NodeOf<'switch'>, at: number, path: Path): Problem[] {
  const { port, when, is } = cases[at]!;
  const found: Problem[] = [];
  if (taken.includes(port)) {
    const message = `${port} is a reserved port`;
    found.push(problem([...path, 'port'], message, 'choose another name'));
  } else if (cases.findIndex((one) => one.port === port) < at) {
    const fix = 'give each case a different port, or write one case whose when has both conditions';
    found.push(problem([...path, 'port'], `another case has the port ${port}`, fix));
  }
  if ((when === undefined) === (is === undefined)) {
    const fix = 'give either when (an expression) or is (what value is compared with)';
    found.push(problem(path, `the case ${port} needs either when or is`, fix));
  }
  return found;
}

function valueProblems({ value, cases }: NodeOf<'switch'>, path: Path): Problem[] {
  const compares = cases.some(({ is }) => is !== undefined);
  if (compares && value === undefined) {
    const fix = 'write the expression whose value the cases are compared with';
    return [problem(path, 'value is missing; cases with is need it', fix)];
  }
  if (compares || value === undefined) return [];
  return [problem(path, 'no case is compared with value', 'add `is` to a case, or remove value')];
}
