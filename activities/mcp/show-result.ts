import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { cutText, storableText } from '../../contracts/base/text.ts';
import { untrustedNotice } from '../../contracts/tools/tools.ts';

/** Characters of the texts of an answer, and of its structured part. */
const longestText = 100_000;

type Block = CallToolResult['content'][number];

/** The texts of an answer, one after the other, cut. */
export function textOf({ content }: CallToolResult, longest = longestText): string {
  const texts = content.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'resource' && 'text' in block.resource ? [block.resource.text] : [];
  });
  return storableText(cutText(texts.join('\n\n'), longest));
}

/** An answer of an MCP server as tools give it: texts, the structured part, and what else there was, without its bytes. */
export function showResult(result: CallToolResult, server: string): JsonObject {
  const attachments = result.content.flatMap(attachment);
  const structured = result.structuredContent as JsonObject | undefined;
  const isShort = structured && JSON.stringify(structured).length <= longestText;
  return {
    ...(isShort ? { structured } : { text: textOf(result) }),
    ...(attachments.length > 0 && { attachments: attachments as Json[] }),
    source: `MCP server ${server}`,
    asOf: new Date().toISOString(),
    notice: untrustedNotice,
  };
}

function attachment(block: Block): JsonObject[] {
  const { type } = block;
  if (type === 'image' || type === 'audio') {
    const { mimeType, data } = block;
    return [{ type, mimeType: cutText(mimeType, 100), bytes: Math.floor((data.length * 3) / 4) }];
  }
  if (type === 'resource_link') {
    return [{ type, name: cutText(block.name, 200), uri: cutText(block.uri, 2_000) }];
  }
  if (type === 'resource') return [{ type, uri: cutText(block.resource.uri, 2_000) }];
  return [];
}
