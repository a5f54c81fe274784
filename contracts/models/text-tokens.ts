import { estimateTokenCount } from 'tokenx';

/** Text is looked at in pieces of this many characters, and at no more than so many of them: it takes 30 ms at most. */
const pieceLength = 2_000;
const mostPieces = 25;
/** Of a longer text, not every character is looked at. */
export const mostLookedAt = pieceLength * mostPieces;
/** What has no spaces for so long is no prose: base64, hex, minified JSON. */
const denseRun = /\S{40,}/g;
const denseCharactersPerToken = 2.5;
/** Tokenizers have few words of other scripts than Latin. */
const otherScripts = /[\u0370-\u1fff\u2c00-\u{10ffff}]+/gu;
const bytesPerToken = 3;
const encoder = new TextEncoder();

/** About how many tokens a text is. A text of over 50 000 characters is judged by pieces from all over it. */
export function textTokens(text: string): number {
  const pieces = Math.ceil(text.length / pieceLength);
  const looked = Math.min(pieces, mostPieces);
  let tokens = 0;
  let characters = 0;
  for (let index = 0; index < looked; index += 1) {
    const start = pieceLength * Math.floor((index + shift(index)) * (pieces / looked));
    const piece = text.slice(start, start + pieceLength);
    tokens += pieceTokens(piece);
    characters += piece.length;
  }
  return characters === 0 ? 0 : Math.ceil((tokens * text.length) / characters);
}

/** From 0 to 1, never in step with a text that repeats itself: multiples of the golden ratio. */
function shift(index: number): number {
  return (index * 0.618_033_988_75) % 1;
}

function pieceTokens(piece: string): number {
  const dense = piece.match(denseRun) ?? [];
  const prose = dense.length > 0 ? piece.replace(denseRun, ' ') : piece;
  return dense.reduce(
    (sum, run) => sum + Math.max(scriptTokens(run), run.length / denseCharactersPerToken),
    scriptTokens(prose),
  );
}

function scriptTokens(text: string): number {
  const other = (text.match(otherScripts) ?? []).join('');
  return Math.max(estimateTokenCount(text), encoder.encode(other).length / bytesPerToken);
}
