import type { Catalog } from '../../catalog.ts';
import type { Pipeline } from '../../pipeline.ts';
import { pathText, problem } from '../../../values/problem.ts';
import type { Problem } from '../../../values/problem.ts';
import { fewApprovers } from './few-approvers.ts';
import { taintedEffects } from './taint-flow.ts';
import { passedApprovals } from './passed-approvals.ts';
import { unapprovedCalls } from './unapproved-calls.ts';

/** The most sources that a warning names; further ones would not change the fix. */
const mostNamed = 3;

/**
 * The warnings about a valid pipeline: what they describe may be intended, and the pipeline can be stored and run.
 * Pure.
 */
export function pipelineWarnings(pipeline: Pipeline, catalog: Catalog): Problem[] {
  const told = [...passed(pipeline, catalog), ...tainted(pipeline, catalog)];
  const isTold = (node: string) => {
    const place = pathText(['nodes', positionOf(node, pipeline)]);
    return told.some(({ path }) => path === place || path.startsWith(`${place}.`));
  };
  return [...told, ...unapproved(pipeline, catalog, isTold), ...fewApprovers(pipeline, catalog)];
}

/** Nothing is reported twice. */
function unapproved(
  pipeline: Pipeline,
  catalog: Catalog,
  isTold: (node: string) => boolean,
): Problem[] {
  return unapprovedCalls(pipeline, catalog)
    .filter(({ node }) => !isTold(node))
    .map(({ node, field, effect, approval }) =>
      problem(
        ['nodes', positionOf(node, pipeline), ...field],
        approval === undefined
          ? `${effect} has a side effect, and no approval comes before it; a person must approve each such call`
          : `${effect} has a side effect, and the approval before it, ${approval}, is not for exactly this call: it does not show the call, and a second approval will be asked for`,
        `${approval === undefined ? 'put an approval before it with' : `give ${approval} the`} tool: ${effect} and its args, and write ` +
          `args: '{{ nodes.${approval ?? '<approval>'}.output.args ` +
          "}}' here; or set sideEffects: { policy: ask } to approve each call, or { policy: allow } to need no " +
          'approval',
      ),
    );
}

function passed(pipeline: Pipeline, catalog: Catalog): Problem[] {
  return passedApprovals(pipeline, catalog).map(({ node, approval }) =>
    problem(
      ['nodes', positionOf(node, pipeline)],
      `${node} has a side effect and runs even if ${approval} is not approved: another path leads to it`,
      `make every path to it go through ${approval}; if it needs several approvals, put them one after the other, or put a join ` +
        'with mode: quorum and their number before it',
    ),
  );
}

function positionOf(node: string, { nodes }: Pipeline): number {
  return nodes.findIndex(({ id }) => id === node);
}

function tainted(pipeline: Pipeline, catalog: Catalog): Problem[] {
  return taintedEffects(pipeline, catalog).map(({ node, field, effect, sources }) => {
    const index = positionOf(node, pipeline);
    const named = sources.slice(0, mostNamed).join(', ');
    const others = sources.length - mostNamed;
    const from = others > 0 ? `${named} and ${others} more` : named;
    const isOfChild = field[0] === 'pipeline';
    return problem(
      ['nodes', index, ...field],
      `${effect} has a side effect after untrusted content that no one has approved: ${from}; a person must ` +
        'approve each such call',
      isOfChild
        ? 'put an approval before this node, or set sideEffects: { policy: allow } in that pipeline'
        : 'put an approval before it, or set sideEffects: { policy: allow } to need no approval, or { policy: ' +
            'ask-after-outside } to keep it',
    );
  });
}
