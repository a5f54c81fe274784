import type { Tool } from './tool.ts';

/** Tools that work with services of their own, whatever the executor has for others. */
export function bindTools<Services>(
  tools: readonly Tool<Services>[],
  services: Services,
): Tool<unknown>[] {
  return tools.map((tool) => {
    const { validate, isUnderWay, isRelief, reducesRisk, revision, propose, preview } = tool;
    return {
      ...tool,
      handle: (args, context) => tool.handle(args, { ...context, services }),
      ...(validate && {
        validate: (args, context) => validate(args, { ...context, services }),
      }),
      ...(isUnderWay && { isUnderWay: (context) => isUnderWay({ ...context, services }) }),
      ...(isRelief && { isRelief: (args, context) => isRelief(args, { ...context, services }) }),
      ...(reducesRisk && {
        reducesRisk: (args, context) => reducesRisk(args, { ...context, services }),
      }),
      ...(revision && {
        revision: (context, args) => revision({ ...context, services }, args),
      }),
      ...(propose && { propose: (args, context) => propose(args, { ...context, services }) }),
      ...(preview && { preview: (args, context) => preview(args, { ...context, services }) }),
    } satisfies Tool<unknown>;
  });
}
