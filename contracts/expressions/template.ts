import { artifactToken, isArtifactReference } from '../base/artifact.ts';
import type { Json } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { ExpressionError, faultOf } from './error.ts';
import type { ExpressionFault } from './error.ts';
import { evaluateExpression } from './evaluate.ts';
import type { ExpressionContext, TriggerContext } from './evaluate.ts';
import { scanTemplate } from './scan.ts';

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (isArtifactReference(value)) return artifactToken(value.artifact);
  return JSON.stringify(value, (_key, member: unknown) =>
    isArtifactReference(member) ? artifactToken(member.artifact) : member,
  );
}

function renderString(template: string, context: ExpressionContext | TriggerContext): Json {
  // YAML blocks end in a line break: white space around a whole expression does not make it text.
  const [first, ...rest] = scanTemplate(template.trim());
  if (first && 'source' in first && rest.length === 0) {
    return evaluateExpression(first.source, context);
  }
  return scanTemplate(template)
    .map((part) => ('text' in part ? part.text : textOf(evaluateExpression(part.source, context))))
    .join('');
}

/**
 * A template with its expressions evaluated, in all strings of its objects and lists; keys stay as
 * they are. A string that is one whole expression, white space aside, becomes its value; otherwise
 * strings go in as they are, other values as JSON, and artifacts as a token that activities replace by
 * the content.
 * @throws {ExpressionError} whose message begins with the field that it is in.
 */
export function renderTemplate(
  template: Json,
  context: ExpressionContext | TriggerContext,
  field?: string,
): Json {
  if (typeof template === 'string') return renderField(template, context, field);
  const inside = (key: string | number) => (field === undefined ? `${key}` : `${field}.${key}`);
  if (Array.isArray(template)) {
    return template.map((member, index) => renderTemplate(member, context, inside(index)));
  }
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, member]) => [
      key,
      renderTemplate(member, context, inside(key)),
    ]),
  );
}

function renderField(
  template: string,
  context: ExpressionContext | TriggerContext,
  field: string | undefined,
): Json {
  try {
    return renderString(template, context);
  } catch (error) {
    if (!(error instanceof ExpressionError) || field === undefined) throw error;
    const { source, reason, position, hint } = error;
    throw new ExpressionError(source, reason, { position, hint, field });
  }
}

/** An expression of a template; `error` is set where its `{{` is not closed. */
export type TemplateExpression = {
  path: (string | number)[];
  source: string;
  error?: ExpressionFault;
};

function expressionsInString(text: string, path: (string | number)[]): TemplateExpression[] {
  try {
    return scanTemplate(text).flatMap((part) =>
      'source' in part ? [{ path, source: part.source }] : [],
    );
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ path, source: text, error: faultOf(error) }];
  }
}

/** Every expression of a template, with the path of the string that holds it. */
export function expressionsIn(
  template: Json,
  path: (string | number)[] = [],
): TemplateExpression[] {
  if (typeof template === 'string') return expressionsInString(template, path);
  if (Array.isArray(template)) {
    return template.flatMap((member, index) => expressionsIn(member, [...path, index]));
  }
  if (!isJsonObject(template)) return [];
  return Object.entries(template).flatMap(([key, member]) => expressionsIn(member, [...path, key]));
}
