import { randomUUID } from 'node:crypto';
import type { ArtifactReference } from '../../../contracts/base/artifact.ts';
import type { ArtifactRepository } from '../../../db/repositories/runs/artifacts.ts';
import { toToolError } from '../language/ask-model.ts';
import type { ImageCaller } from '../../models/pay/paid-images.ts';
import type { ImageRequest } from '../../models/provider.ts';
import type { Payer } from '../../tool-kit/executor.ts';

export type MadeImage = {
  /** In a run, a reference to the stored image; else the image itself, as a `data:` URL. */
  image: ArtifactReference | string;
  mediaType: string;
  bytes: number;
  model: string;
  /** Decimal text in US dollars; null where the price is not known. */
  costUsd: string | null;
};

export type MakeImage = (
  request: Omit<ImageRequest, 'model'>,
  terms: { key: string; payer: Payer; signal: AbortSignal },
) => Promise<MadeImage>;

/** Images of one model, kept with the run that they were made for. */
export function createMakeImage({
  generateImage,
  model,
  artifacts,
}: {
  generateImage: ImageCaller;
  model: string;
  artifacts: Pick<ArtifactRepository, 'store'>;
}): MakeImage {
  return async (request, { key, payer, signal }) => {
    const callId = `${key}.image-${randomUUID()}`;
    const made = await generateImage(
      { caller: { ...payer, callId }, model, request },
      { signal },
    ).catch(toToolError);
    const { mediaType, data, costUsd } = made;
    const content = `data:${mediaType};base64,${data}`;
    const bytes = Buffer.byteLength(data, 'base64');
    const about = { mediaType, bytes, model: made.model, costUsd };
    if (payer.runId === undefined) return { image: content, ...about };
    const artifact = callId;
    const { length } = content;
    await artifacts.store({ id: artifact, runId: payer.runId, content, bytes: length });
    const preview = `${mediaType}, ${bytes} bytes`;
    return { image: { artifact, bytes: length, preview }, ...about };
  };
}
