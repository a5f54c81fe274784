export { runAgent } from './agent/run-agent.ts';
export { runPipeline } from './graph/run-pipeline.ts';
export { fireTrigger } from './fire-trigger.ts';
