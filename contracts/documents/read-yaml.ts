import {
  CST,
  LineCounter,
  Lexer,
  Parser,
  YAMLParseError,
  isScalar,
  parseDocument,
  visit,
} from 'yaml';
import type { Document } from 'yaml';
import { documentLimits, overLimit } from './document-limits.ts';
import type { DocumentLimitName } from './document-limits.ts';

type Options = { lineCounter?: LineCounter; prettyErrors: boolean };
type Excess = { name: DocumentLimitName; offset: number };

/**
 * Reads YAML, or JSON, which is YAML too, in a time that grows with the text alone. What passes
 * {@link documentLimits} is not read: it is an error of the document.
 * @param options `prettyErrors` for messages that say the line and column.
 */
export function readYaml(text: string, options: Options): Document.Parsed {
  const { lineCounter = new LineCounter(), prettyErrors } = options;
  const { excess, end } = survey(text);
  // The package would compare each key with all others of its object; `repeatedKeys` looks up each once.
  const unchecked = { lineCounter, prettyErrors, uniqueKeys: false };
  const document = excess ? parseDocument('') : parseDocument(text.slice(0, end), unchecked);
  if (excess) {
    lineCounter.addNewLine(0);
    for (const { index } of text.slice(0, excess.offset).matchAll(/\n/g)) {
      lineCounter.addNewLine(index + 1);
    }
  }
  const faults = excess
    ? [
        {
          ...excess,
          message: `the document ${overLimit(excess.name)}; ${documentLimits[excess.name].fix}`,
        },
      ]
    : document.errors.length === 0
      ? repeatedKeys(document)
      : [];
  for (const { offset, message } of faults) {
    const { line, col } = lineCounter.linePos(offset);
    const told = prettyErrors ? `${message}, at line ${line}, column ${col}` : message;
    const code = excess ? 'RESOURCE_EXHAUSTION' : 'DUPLICATE_KEY';
    document.errors.push(new YAMLParseError([offset, offset + 1], code, told));
  }
  return document;
}

/**
 * Where a text first passes a limit, found before anything that recurses or looks up aliases sees it; else the end of what
 * can be read. A million mistakes would fill the memory: what comes after the first one of syntax is left out.
 */
function survey(text: string): { excess?: Excess; end: number } {
  const { megabytes, levels, values, aliases } = documentLimits;
  const mostCharacters = megabytes.most * 1024 * 1024;
  const over = (name: DocumentLimitName) => ({ excess: { name, offset }, end: offset });
  const parser = new Parser();
  let [offset, indicators, named] = [0, 0, 0];
  let isScalarNext = false;
  if (text.length > mostCharacters) {
    offset = mostCharacters;
    return over('megabytes');
  }
  for (const lexeme of new Lexer().lex(text)) {
    const tokens = [...parser.next(lexeme)];
    const type: CST.TokenType | null = isScalarNext ? null : CST.tokenType(lexeme);
    isScalarNext = type === 'scalar';
    if (type === 'map-value-ind' || type === 'seq-item-ind' || type === 'comma') indicators += 1;
    if (type === 'alias') named += 1;
    // A value has at most two of them: the colon after its key, and the comma after itself.
    if (indicators > 2 * values.most) return over('values');
    if (named > aliases.most) return over('aliases');
    // Besides the levels there are the document and a scalar.
    if (parser.stack.length > levels.most + 2) return over('levels');
    // Marks that are in no text: of the start of a document, of a scalar, and of the end of flow.
    if (!isMark(lexeme)) offset += lexeme.length;
    if (tokens.some(({ type: kind }) => kind === 'error')) return { end: offset };
  }
  return { end: text.length };
}

const isMark = (lexeme: string): boolean =>
  lexeme === CST.DOCUMENT || lexeme === CST.SCALAR || lexeme === CST.FLOW_END;

/** Keys that their object has already, in the order of the text. */
function repeatedKeys(document: Document.Parsed): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const message = `key ${String(key.value)} is written twice; remove one of them`;
          found.push({ offset: key.range?.[0] ?? 0, message });
        }
        seen.add(key.value);
      }
    },
  });
  return found;
}
