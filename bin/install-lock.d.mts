export function lockInstallation(
  lock: string,
  onWait: (owner: number) => void,
): Promise<() => void>;
