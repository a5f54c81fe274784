export { ExpressionError } from './error.ts';
export type { ExpressionFault } from './error.ts';
export { checkExpression, evaluateExpression } from './evaluate.ts';
export type { CheckedExpression } from './evaluate.ts';
export { excerpt } from './excerpt.ts';
export type { ExpressionContext } from './evaluate.ts';
export type { ExpressionReference } from './inspect.ts';
export { expressionsIn, renderTemplate } from './template.ts';
export type { TemplateExpression } from './template.ts';
