export const PAGE: string;
export function withTables(page: string): Promise<string>;
