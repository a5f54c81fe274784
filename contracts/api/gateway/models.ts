import { z } from 'zod';

export const gatewayModelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.number().int(),
    owned_by: z.string().describe('The provider, or `baton` for the name of a chain'),
    chain: z.array(z.string()).describe('The models to try, in order'),
    deployments: z
      .array(z.object({ name: z.string(), can: z.array(z.string()) }))
      .optional()
      .describe('The deployments of the model, and what each can do, if it has some'),
  })
  .meta({ id: 'GatewayModel' });
export type GatewayModel = z.infer<typeof gatewayModelSchema>;

export const gatewayModelListSchema = z
  .object({ object: z.literal('list'), data: z.array(gatewayModelSchema) })
  .meta({ id: 'GatewayModelList' });
