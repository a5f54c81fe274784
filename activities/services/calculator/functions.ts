/** The functions that expressions may call, by what they are about. Each is mathjs' of that name. */
const functionGroups = {
  arithmetic: ['abs', 'sign', 'mod', 'gcd', 'lcm', 'hypot'],
  rounding: ['round', 'floor', 'ceil', 'fix'],
  powers: ['sqrt', 'cbrt', 'nthRoot', 'pow', 'exp', 'expm1', 'log', 'log2', 'log10', 'log1p'],
  trigonometry: ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2'],
  counting: ['factorial', 'combinations', 'permutations'],
  statistics: ['min', 'max', 'sum', 'prod', 'mean', 'median', 'std', 'variance', 'quantileSeq'],
  lists: ['cumsum', 'dot', 'det', 'inv', 'transpose'],
} as const;

export const functionNames: readonly string[] = Object.values(functionGroups).flat();

/** What operators are called in mathjs. */
const operatorGroups = {
  arithmetic: ['add', 'subtract', 'multiply', 'divide', 'pow', 'mod', 'unaryMinus', 'unaryPlus'],
  counting: ['factorial'],
  lists: ['dotMultiply', 'dotDivide', 'dotPow', 'transpose', 'ctranspose'],
  comparison: ['larger', 'largerEq', 'smaller', 'smallerEq', 'equal', 'unequal'],
  logic: ['and', 'or', 'xor', 'not'],
} as const;

const functions: ReadonlySet<string> = new Set(functionNames);
const operators: ReadonlySet<string> = new Set(Object.values(operatorGroups).flat());

export const isFunction = (name: string) => functions.has(name);
export const isOperator = (name: string) => operators.has(name);

export const constants: readonly string[] = ['pi', 'e', 'tau', 'phi'];
