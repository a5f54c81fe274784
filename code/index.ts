export { defineAgent } from './define-agent.ts';
export { definePipeline, toolNode } from './define-pipeline.ts';
export type { DefinedPipeline, InputOf, NodeInput } from './define-pipeline.ts';
export { WrongDefinition } from './wrong-definition.ts';
export { definePlanner } from '../contracts/planner.ts';
export { defineTool, ToolError } from '../contracts/own-tool.ts';
export type { OwnToolAnswer, OwnToolContext } from '../contracts/own-tool.ts';
export { z } from 'zod';
