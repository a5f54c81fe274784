import { checkExpression } from '../../../expressions/index.ts';
import type { ExpressionReference } from '../../../expressions/index.ts';
import { suggest } from '../../../base/nearest.ts';
import { expressionsOf } from '../expressions-of.ts';
import type { PlacedExpression } from '../expressions-of.ts';
import { isOpen, propertiesOf } from '../../../values/json-schema.ts';
import { problem } from '../../../values/problem.ts';
import type { Problem } from '../../../values/problem.ts';
import type { Check, Checked } from './check.ts';
import { createHistory } from './history.ts';
import type { History } from './history.ts';
import { mayBeAbsent } from './inputs.ts';

type Named = ExpressionReference & { name: string };
type Found = [message: string, fix: string] | undefined;

const nodeFields = ['output', 'status', 'error'];

function inputFault({ name, optional }: Named, { draft: { inputs } }: Checked): Found {
  const names = Object.keys(propertiesOf(inputs));
  if (!names.includes(name) && !isOpen(inputs)) {
    const fix = names.length === 0 ? `declare it: inputs.properties.${name}` : suggest(name, names);
    return [`input ${name} not found`, fix];
  }
  if (optional || !names.includes(name) || !mayBeAbsent(inputs, name)) return undefined;
  return [
    `input ${name} may be missing`,
    `make it required, give it a default, or use inputs.?${name}.orValue(null)`,
  ];
}

/**
 * A reference that fails in some possible run. Where a reference handles absence anywhere in the same
 * expression, as in `has(nodes.a) ? nodes.a.output : null`, nothing is said.
 */
function absenceFault(reference: Named, reader: string | undefined, history: History): Found {
  const { name, field, optional, fieldOptional } = reference;
  const safe = `nodes.?${name}.?output.orValue(null)`;
  if (!optional && history.mayBeAbsent(name, reader)) {
    return [`${name} may be skipped or still running when this is read`, `use ${safe}`];
  }
  const readsOutput = field === 'output' && !fieldOptional;
  if (!readsOutput || !history.mayLackOutput(name, reader)) return undefined;
  return [`${name} may fail while the run continues; it then has no output`, `use ${safe}`];
}

function nodeFault(
  reference: Named,
  reader: string | undefined,
  checked: Checked,
  history: History,
): Found {
  const { name, field } = reference;
  const { ids, into } = checked.graph;
  if (!into.has(name)) return [`node ${name} not found`, suggest(name, ids)];
  if (name === reader) return ['a node cannot read itself', 'read a node that runs before it'];
  if (reader !== undefined && !history.isBefore(name, reader)) {
    return [
      `${name} does not run before ${reader}`,
      `add an edge from ${name} to ${reader}, or read another node`,
    ];
  }
  if (field !== undefined && !nodeFields.includes(field)) {
    return [`a node has no field ${field}`, `did you mean nodes.${name}.output.${field}?`];
  }
  return absenceFault(reference, reader, history);
}

function runFault({ name }: Named): Found {
  return name === 'id' ? undefined : [`run has no field ${name}`, 'use run.id'];
}

/** A call of a chain reads the answers of those before it. */
function callFault({ name }: Named, { path, node }: PlacedExpression, { draft }: Checked): Found {
  const [, index, field, position = 0] = path;
  const reader = draft.nodes.find((one) => one.index === index)?.node;
  if (node === undefined || reader?.kind !== 'tool' || field !== 'next') {
    return ['only the calls under `next` of a tool node can read `calls`', 'read nodes instead'];
  }
  const earlier = [
    reader.id,
    ...(reader.next ?? []).slice(0, Number(position)).map(({ id }) => id),
  ];
  if (earlier.includes(name)) return undefined;
  return [`call ${name} not found among the earlier calls of ${reader.id}`, suggest(name, earlier)];
}

/** A loop reads its rounds: before the first one, none has ended. */
function roundFault({ name, optional }: Named, { path }: PlacedExpression): Found {
  const [, , field] = path;
  if (name === 'last' && field === 'inputs' && !optional) {
    return [
      'there is no last round before the first',
      'use round.?last.?name.orValue(null), with the value for the first round in the brackets',
    ];
  }
  if (name === 'last' || name === 'number') return undefined;
  return [`round has no field ${name}`, 'use round.number or round.last'];
}

/**
 * A node reads only nodes that lead to it, so that the taint of their content reaches it; the nodes must therefore be
 * named literally. Only the output of a run may read all nodes.
 */
function unnamedFault({ root }: ExpressionReference, { node }: PlacedExpression): Found {
  if (root !== 'nodes' || node === undefined) return undefined;
  return ['the name of the node must be written out', 'name each one, such as nodes.price.output'];
}

function faultsOf(expression: PlacedExpression, checked: Checked, history: History): Problem[] {
  const { references } = checkExpression(expression.source, expression.place);
  const same = (reference: ExpressionReference) =>
    references.filter(({ root, name }) => root === reference.root && name === reference.name);
  const faultOf = (reference: Named): Found => {
    const named = {
      ...reference,
      optional: same(reference).some(({ optional }) => optional),
      fieldOptional: same(reference).some(({ fieldOptional }) => fieldOptional),
    };
    return {
      inputs: () => inputFault(named, checked),
      nodes: () => nodeFault(named, expression.node, checked, history),
      run: () => runFault(named),
      calls: () => callFault(named, expression, checked),
      round: () => roundFault(named, expression),
    }[named.root]();
  };
  const seen = new Set<string>();
  return references.flatMap((reference) => {
    const { name } = reference;
    const fault =
      name === undefined ? unnamedFault(reference, expression) : faultOf({ ...reference, name });
    if (!fault || seen.has(fault[0])) return [];
    seen.add(fault[0]);
    return [problem(expression.path, `${fault[0]}, in \`${expression.source}\``, fault[1])];
  });
}

/** Everything that expressions read exists when they are evaluated. */
export const references: Check = (checked) => {
  const history = createHistory(checked);
  return expressionsOf(checked.draft).flatMap((expression) =>
    faultsOf(expression, checked, history),
  );
};
