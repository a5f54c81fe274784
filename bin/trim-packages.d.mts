export function trimPackages(packages: string): void;
