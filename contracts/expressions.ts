export { ExpressionError } from './expressions/error.ts';
export { checkExpression, evaluateExpression } from './expressions/evaluate.ts';
export { excerpt } from './expressions/excerpt.ts';
export type { ExpressionContext } from './expressions/evaluate.ts';
export type { ExpressionReference } from './expressions/inspect.ts';
export { expressionsIn, renderTemplate } from './expressions/template.ts';
export type { TemplateExpression } from './expressions/template.ts';
