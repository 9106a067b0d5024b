export const CORE_STAGES: string[];
export const PURE_STAGES: string[];
export const PACKAGE_IMPORTS: Record<string, string[]>;
