import { approverEntry } from '../../../access/approvers.ts';
import { rightsOf } from '../../../access/roles.ts';
import { problem } from '../../../values/problem.ts';
import type { Problem } from '../../../values/problem.ts';
import type { Catalog } from '../../catalog.ts';
import type { Pipeline } from '../../pipeline.ts';
import { termsOf } from '../checks/approval-terms.ts';

/** Approvals that more people must give than there are who can give them: nobody would ever get past them. */
export function fewApprovers({ nodes }: Pick<Pipeline, 'nodes'>, { people }: Catalog): Problem[] {
  if (people === undefined) return [];
  return nodes.flatMap((node, index) => {
    const terms = termsOf(node);
    if (!terms) return [];
    const { place, quorum = 1, escalate } = terms;
    const asked = [...terms.approvers, ...(escalate?.approvers ?? [])];
    const able = people.filter(
      (person) => approverEntry({ ...person, rights: rightsOf(person.roles) }, asked) !== undefined,
    );
    if (able.length >= quorum) return [];
    const names = able.map(({ name }) => name).join(', ');
    const few =
      able.length === 0 ? 'nobody can decide this now' : `only ${names} can decide this now`;
    return problem(
      ['nodes', index, ...place, quorum === 1 ? 'approvers' : 'quorum'],
      quorum === 1 ? few : `${quorum} people must approve, but ${few}`,
      'give more people the role approver under Users, name others in approvers, or let fewer be enough',
    );
  });
}
