import { z } from 'zod';
import { fieldProblemSchema } from './problems.ts';
import { instantSchema, jsonObjectSchema, listOf } from './values.ts';

const summaryShape = {
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  source: z.enum(['shipped', 'user']),
  hash: z.string().describe('SHA-256 of the content without positions on the canvas'),
  inputs: jsonObjectSchema.describe('JSON Schema of the input'),
  updatedAt: instantSchema,
};

const pipelineSummarySchema = z.object(summaryShape).meta({ id: 'PipelineSummary' });
export const pipelineListSchema = listOf(pipelineSummarySchema, 'PipelineList');

export const storedPipelineSchema = z
  .object({ ...summaryShape, document: jsonObjectSchema })
  .meta({ id: 'StoredPipeline' });

export const validationSchema = z
  .object({
    valid: z.boolean(),
    problems: z.array(fieldProblemSchema).describe('Every mistake, with its place and a fix'),
    hash: z.string().nullable().describe('Content hash of a valid document'),
  })
  .meta({ id: 'Validation' });
