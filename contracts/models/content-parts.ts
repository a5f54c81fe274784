import type { ContentPart, ToolMessage, UserMessage } from './messages.ts';

/**
 * All that a message holds, in its order.
 * @param options.imagesFirst where images stand that come beside a text, in no order.
 */
export function partsOf(
  message: UserMessage | ToolMessage,
  { imagesFirst = false } = {},
): ContentPart[] {
  if (message.parts) return message.parts;
  const text: ContentPart[] = message.text === '' ? [] : [{ type: 'text', text: message.text }];
  const given = message.role === 'user' ? (message.images ?? []) : [];
  const images = given.map((image): ContentPart => ({ type: 'image', image }));
  return imagesFirst ? [...images, ...text] : [...text, ...images];
}

/** The URL of data that come with their media type. */
export function dataUrl({ mediaType, data }: { mediaType: string; data: string }): string {
  return `data:${mediaType};base64,${data}`;
}
