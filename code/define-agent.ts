import type { z } from 'zod';
import { agentSchema } from '../contracts/agents/profile.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { requireFit } from './wrong-definition.ts';

type AgentDocument = z.input<typeof agentSchema>;

/**
 * An agent in code: the same document as its YAML.
 * @param definition.output its form of result: a zod object, the name of a form, or a JSON Schema.
 * @throws {WrongDefinition} with every mistake that its form shows. What it names is checked where it is deployed.
 */
export function defineAgent(
  definition: Omit<AgentDocument, 'output'> & { output?: z.ZodObject | AgentDocument['output'] },
): AgentDocument {
  const { output, ...rest } = definition;
  const document = { ...rest, ...(output !== undefined && { output: jsonSchemaOf(output) }) };
  requireFit(`agent ${definition.name}`, agentSchema, document);
  return document as AgentDocument;
}
