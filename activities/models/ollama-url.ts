import type { z } from 'zod';

const standardPort = '11434';

/**
 * The URL that `OLLAMA_HOST` means: the scheme is http unless given, the port 11434 unless a scheme or
 * a port is given, and an address to listen on everywhere is reached on this machine.
 */
export function ollamaUrl(text: string, context: z.RefinementCtx): string {
  const trimmed = text.trim();
  const hasScheme = /^https?:\/\//i.test(trimmed);
  const address = trimmed.startsWith(':') || trimmed === '' ? `127.0.0.1${trimmed}` : trimmed;
  const url = URL.parse(hasScheme ? trimmed : `http://${address}`);
  if (!url) {
    context.addIssue({
      code: 'custom',
      message: `OLLAMA_HOST: "${trimmed}" is not a host; write 127.0.0.1:11434 or https://host`,
    });
    return '';
  }
  const [authority = ''] = address.split('/');
  if (!hasScheme && !/:\d+$/.test(authority)) url.port = standardPort;
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href.replace(/\/+$/, '');
}
