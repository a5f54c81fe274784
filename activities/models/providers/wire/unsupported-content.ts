import type { ContentPart } from '../../../../contracts/models/messages.ts';
import { ProviderError } from '../../provider.ts';

const names: Record<ContentPart['type'], string> = {
  text: 'text',
  image: 'images',
  audio: 'audio',
  file: 'files of this kind',
};

/** The error of a message with a part that a provider has no way to take: without it, it would say something else. */
export function unsupportedContent(provider: string, part: ContentPart): ProviderError {
  const what = part.type === 'file' && 'mediaType' in part ? part.mediaType : names[part.type];
  return new ProviderError({
    provider,
    kind: 'invalid_request',
    code: 'UNSUPPORTED_CONTENT',
    message: `${provider} does not take ${what} in messages; remove it, or choose another model`,
  });
}
