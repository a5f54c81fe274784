export function isTooOld(version: string): boolean;
export function newerNode(options?: {
  version?: string;
  ask?: () => string;
  tell?: (text: string) => void;
}): string;
