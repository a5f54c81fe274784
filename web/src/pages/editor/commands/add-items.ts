import { triggerKinds } from '../../../../../contracts/pipelines/triggers/index.ts';
import type { TriggerKindName } from '../../../../../contracts/pipelines/triggers/kinds.ts';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import { nodeKinds } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { Lists } from '../model/use-catalogue.ts';

/** Something that can be added: a trigger, a kind of node, or one that already names an agent, a tool or a pipeline. */
export type AddItem = {
  id: string;
  kind: NodeKindName | TriggerKindName;
  title: string;
  description: string;
  /** What the node names from the start. */
  names?: string;
};

const itemsOf = (kinds: typeof triggerKinds | typeof nodeKinds): AddItem[] =>
  Object.entries(kinds).map(([kind, { title, description }]) => ({
    id: kind,
    kind: kind as AddItem['kind'],
    title,
    description,
  }));

/** The kinds of nodes. */
export const stepItems = itemsOf(nodeKinds);
/** The kinds of triggers. */
export const triggerItems = itemsOf(triggerKinds);

/** Every step that can be added. */
export function addItems({ agents = [], tools = [], pipelines = [] }: Lists): AddItem[] {
  return [
    ...stepItems,
    ...agents.map(({ name, role }) => named('agent', name, role)),
    ...tools.map(({ name, description }) => named('tool', name, description)),
    ...pipelines.map(({ name, title }) => named('pipeline', name, title ?? '')),
  ];
}

function named(kind: NodeKindName, name: string, description: string): AddItem {
  const title = `${nodeKinds[kind].title}: ${name}`;
  return { id: `${kind}:${name}`, kind, title, description, names: name };
}
