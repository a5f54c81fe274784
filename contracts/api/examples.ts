import { z } from 'zod';
import { chatBodySchema } from './requests.ts';
import { instantSchema, listOf, pageQuery } from './values.ts';

const labelSchema = z.string().trim().min(1).max(64);

export const newExampleSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(200).describe('For people'),
    labels: z.array(labelSchema).max(20).default([]),
    request: chatBodySchema.describe('A Chat Completions request'),
    expected: z.string().max(200_000).describe('The answer that a good model gives'),
    requestId: z.string().max(100).optional().describe('The request that it was made from'),
  })
  .meta({ id: 'NewExample' });

export const exampleListQuery = z.object({
  ...pageQuery,
  label: labelSchema.optional(),
});
export const exampleExportQuery = exampleListQuery.pick({ label: true });

export const exampleSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    labels: z.array(z.string()),
    request: chatBodySchema,
    expected: z.string(),
    requestId: z.string().nullable(),
    keptBy: z.string().describe('Who kept it'),
    createdAt: instantSchema,
  })
  .meta({ id: 'Example' });
export type ExampleView = z.infer<typeof exampleSchema>;
export const exampleListSchema = listOf(exampleSchema, 'ExampleList');
