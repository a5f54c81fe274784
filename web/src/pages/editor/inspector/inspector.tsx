import { useModel } from '../model/model.ts';
import { useEditor } from '../state/use-editor.ts';
import { EdgeForm } from './edge-form.tsx';
import { ManyForm } from './many-form.tsx';
import { NodeForm } from './node-form.tsx';
import { PipelineForm } from './pipeline-form.tsx';

/** The settings of what is selected: a node, an edge, several of them, or the pipeline. */
export function Inspector() {
  const { drawn } = useModel();
  const selection = useEditor((state) => state.selection);
  const nodes = drawn.draft.nodes.filter(({ node }) => selection.nodes.includes(node.id));
  const edges = drawn.edges.filter(({ id }) => selection.edges.includes(id));
  const [node] = nodes;
  const [edge] = edges;
  if (nodes.length + edges.length > 1)
    return <ManyForm nodes={nodes.length} edges={edges.length} />;
  if (node) return <NodeForm key={node.node.id} index={node.index} node={node.node} />;
  if (edge) return <EdgeForm key={edge.id} edge={edge} />;
  return <PipelineForm />;
}
