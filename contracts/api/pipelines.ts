import { z } from 'zod';
import { userNameSchema } from '../base/user.ts';
import { fieldProblemSchema } from './problems.ts';
import { instantSchema, jsonObjectSchema, listOf } from './values.ts';

const summaryShape = {
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  source: z.enum(['shipped', 'user']),
  hash: z.string().describe('SHA-256 of the document without its layout on the canvas'),
  inputs: jsonObjectSchema.describe('JSON Schema of the input'),
  updatedAt: instantSchema,
};

const textSchema = z.string().describe('The YAML as written, with its comments');

const pipelineSummarySchema = z.object(summaryShape).meta({ id: 'PipelineSummary' });
export const pipelineListSchema = listOf(pipelineSummarySchema, 'PipelineList');

export const storedPipelineSchema = z
  .object({
    ...summaryShape,
    document: jsonObjectSchema.describe('With its defaults filled in'),
    text: textSchema,
    revision: z
      .string()
      .describe(
        'Changes with every save, even of comments or layout only. The ETag, without quotes',
      ),
  })
  .meta({ id: 'StoredPipeline' });
export type StoredPipeline = z.infer<typeof storedPipelineSchema>;

const versionShape = {
  hash: summaryShape.hash,
  title: summaryShape.title,
  source: summaryShape.source,
  savedAt: instantSchema.describe('When it was last saved'),
  current: z.boolean().describe('True for the version that runs start with'),
};

export const pipelineVersionListSchema = listOf(
  z.object(versionShape).meta({ id: 'PipelineVersionSummary' }),
  'PipelineVersionList',
);

export const pipelineVersionSchema = z
  .object({ ...versionShape, document: jsonObjectSchema, text: textSchema })
  .meta({ id: 'PipelineVersion' });

export const validationQuery = z.object({
  user: userNameSchema
    .optional()
    .describe('A user. `warnings` then include the tools that this user cannot call'),
});

export const validationSchema = z
  .object({
    valid: z.boolean(),
    problems: z.array(fieldProblemSchema).describe('All problems, each with its place and a fix'),
    warnings: z
      .array(fieldProblemSchema)
      .describe('For a valid document: what to check before you run it'),
    hash: z.string().nullable().describe('The content hash of a valid document'),
  })
  .meta({ id: 'Validation' });
