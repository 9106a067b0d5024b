export const CORE_STAGES: string[];
export const PURE_STAGES: string[];
export const PACKAGE_IMPORTS: Record<string, string[]>;
export const PACKAGE_TYPE_IMPORTS: Record<string, string[]>;
export const PRIVATE_PACKAGES: string[];
export function packageName(folder: string): string;
export const STAGE_PURPOSES: Record<string, [purpose: string, kind: string]>;
export const PACKAGE_PURPOSES: Record<string, string>;
