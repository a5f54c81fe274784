export { runAgent } from './run-agent.ts';
export { runPipeline } from './run-pipeline.ts';
