import { schemaProblems } from '../../../values/json-schema.ts';
import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

const modelName = /^[a-z][a-z0-9_-]*:\S+$/;

/** Each entry of a model chain names a provider and a model. */
export const modelChains: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'agent' && node.kind !== 'model') return [];
    return (node.models ?? []).flatMap((entry, position) =>
      modelName.test(entry)
        ? []
        : [
            problem(
              ['nodes', index, 'models', position],
              `"${entry}" does not name a provider and a model`,
              'write provider:model, such as openai:gpt-5.2 or ollama:qwen3:8b',
            ),
          ],
    );
  });

/** The form that a model node asks for is a JSON Schema that can be used. */
export const modelSchemas: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) =>
    node.kind === 'model' && node.schema
      ? schemaProblems(node.schema, ['nodes', index, 'schema'])
      : [],
  );
