import { ToolError } from './tool.ts';

/**
 * What a tool works with, where it is there: what to do else the tool says with `missing`, before it is called.
 * @throws {ToolError} where it is not there.
 */
export function serviceOf<Service>(service: Service | undefined): Service {
  if (service !== undefined) return service;
  throw new ToolError('This is not configured.', { retryable: false, fault: 'setup' });
}
