export function isTooOld(version: string): boolean;
export function newerNode(options?: {
  version?: string;
  ask?: (from: 'cache' | 'registry') => string;
  tell?: (text: string) => void;
}): string;
