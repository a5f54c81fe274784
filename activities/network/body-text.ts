import type { NetworkAnswer } from './network.ts';

/** The body of an answer as text, by the charset that it says, else UTF-8. */
export function bodyText({ headers, body }: Pick<NetworkAnswer, 'headers' | 'body'>): string {
  const [, charset = 'utf-8'] =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return decoderOf(charset).decode(body);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
