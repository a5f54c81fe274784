import { durationMs } from '../../../base/duration.ts';
import { everyApprover } from '../../../access/approvers.ts';
import { roles } from '../../../access/roles.ts';
import { problem } from '../../../values/problem.ts';
import type { PipelineNode } from '../../nodes/index.ts';
import type { Check } from './check.ts';

/**
 * If approvers are named one by one, there are enough of them. Groups and roles are not counted, because their
 * members change.
 */
export const quorumOfPeople: Check = ({ draft: { nodes }, catalog: { groups } }) =>
  nodes.flatMap(({ index, node }) => {
    const found = termsOf(node);
    if (!found || groups === undefined) return [];
    const { place, approvers, quorum = 1 } = found;
    const several: readonly string[] = [everyApprover, ...roles, ...groups];
    const people = new Set(approvers);
    if (people.size >= quorum || approvers.some((entry) => several.includes(entry))) return [];
    return [
      problem(
        ['nodes', index, ...place, 'quorum'],
        `quorum is ${quorum}, but approvers names only ${count(people.size)}`,
        'name more people, a role or a group; npx baton user NAME --groups GROUP puts people in a group',
      ),
    ];
  });

/** Who decides at a node, and where that stands in it; undefined where nobody is asked. */
export function termsOf(node: PipelineNode) {
  if (node.kind === 'approval') return { ...node, place: [] };
  if ((node.kind !== 'tool' && node.kind !== 'map') || !node.sideEffects) return undefined;
  return { ...node.sideEffects, place: ['sideEffects'] };
}

/** What comes while nobody decides comes before the timeout. */
export const approvalTimes: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    const found = termsOf(node);
    if (!found) return [];
    const { place, timeout, remindAfter, escalate } = found;
    const times = [
      { path: ['remindAfter'], name: 'remindAfter', time: remindAfter },
      { path: ['escalate', 'after'], name: 'escalate.after', time: escalate?.after },
    ];
    return times.flatMap(({ path, name, time }) =>
      time === undefined || durationMs(time) < durationMs(timeout)
        ? []
        : [
            problem(
              ['nodes', index, ...place, ...path],
              `${name} is ${time}, but nobody can decide after the timeout of ${timeout}`,
              `choose less than ${timeout}, or a longer timeout`,
            ),
          ],
    );
  });

const count = (people: number) => (people === 1 ? '1 person' : `${people} people`);
