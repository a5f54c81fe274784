import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  pipelineListSchema,
  pipelineVersionListSchema,
  pipelineVersionSchema,
  promotionListSchema,
  storedPipelineSchema,
} from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { request } from '../request.ts';

/** The pipelines and their versions. */
export const pipelineQueries = {
  pipelines: () =>
    queryOptions({
      queryKey: ['pipelines'],
      queryFn: () => request<z.infer<typeof pipelineListSchema>>('/api/v1/pipelines'),
    }),
  pipeline: (name: string) =>
    queryOptions({
      queryKey: ['pipeline', name],
      queryFn: () => request<z.infer<typeof storedPipelineSchema>>(`/api/v1/pipelines/${name}`),
    }),
  /** What runs start with. */
  livePipeline: (name: string) =>
    queryOptions({
      queryKey: ['pipeline', name, 'live'],
      queryFn: () =>
        request<z.infer<typeof storedPipelineSchema>>(`/api/v1/pipelines/${name}?version=live`),
    }),
  /** The document that a node runs: that of the live version, or of the one that it pins. */
  pipelineDocument: (name: string, version: number | undefined) =>
    queryOptions({
      queryKey: ['pipeline', name, 'document', version ?? 'live'],
      queryFn: () =>
        request<{ document: JsonObject }>(
          version === undefined
            ? `/api/v1/pipelines/${name}?version=live`
            : `/api/v1/pipelines/${name}/versions/${version}`,
        ),
    }),
  promotions: (name: string) =>
    queryOptions({
      queryKey: ['pipeline', name, 'promotions'],
      queryFn: () =>
        request<z.infer<typeof promotionListSchema>>(`/api/v1/pipelines/${name}/promotions`),
    }),
  pipelineVersions: (name: string) =>
    queryOptions({
      queryKey: ['pipeline', name, 'versions'],
      queryFn: () =>
        request<z.infer<typeof pipelineVersionListSchema>>(`/api/v1/pipelines/${name}/versions`),
    }),
  pipelineVersion: (name: string, hash: string) =>
    queryOptions({
      queryKey: ['pipeline', name, 'versions', hash],
      queryFn: () =>
        request<z.infer<typeof pipelineVersionSchema>>(
          `/api/v1/pipelines/${name}/versions/${hash}`,
        ),
    }),
};
