import type { AnthropicReadable, WireMessage } from '../../../contracts/api/gateway/index.ts';

export type Part = Exclude<Extract<WireMessage, { role: 'user' }>['content'], string>[number];
type TextPart = Extract<Part, { type: 'text' }>;
type Document = Extract<AnthropicReadable, { type: 'document' }>;

export const isText = (part: Part): part is TextPart => part.type === 'text';

/** What a block holds as parts of Chat Completions; the last has the block's mark of what is cached. */
export function toParts(block: AnthropicReadable): Part[] {
  const parts = partsOf(block);
  const { cache_control: mark } = block;
  return parts.map((part, index) =>
    mark && index === parts.length - 1 ? { ...part, cache_control: mark } : part,
  );
}

function partsOf(block: AnthropicReadable): Part[] {
  if (block.type === 'text') return [text(block.text)];
  if (block.type === 'document') return toDocument(block);
  if (block.type === 'search_result') {
    const { source, title, content } = block;
    return [text(titled('Search result', `${title} (${source})`, textOf(content)))];
  }
  const { source } = block;
  const url =
    source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
  return [{ type: 'image_url', image_url: { url } }];
}

function toDocument({ source, title, context }: Document): Part[] {
  if (source.type === 'text' || source.type === 'content') {
    const about = [title, context].filter(Boolean).join(': ');
    const data = source.type === 'text' ? source.data : textOf(source.content);
    return [text(titled('Document', about, data))];
  }
  const named = title ? { filename: title } : {};
  const file: Part = {
    type: 'file',
    file:
      source.type === 'file'
        ? { file_id: source.file_id, ...named }
        : {
            file_data:
              source.type === 'url'
                ? source.url
                : `data:${source.media_type};base64,${source.data}`,
            ...named,
          },
  };
  return context ? [text(titled('About the document', title ?? '', context)), file] : [file];
}

const text = (of: string): TextPart => ({ type: 'text', text: of });

const textOf = (content: string | { text: string }[]): string =>
  typeof content === 'string' ? content : content.map((each) => each.text).join('\n');

const titled = (what: string, title: string, of: string): string =>
  `${title === '' ? what : `${what} ${title}`}:\n${of}`;
